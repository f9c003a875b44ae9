/**
 * Seat colours for everything beside the board, as `--log0` and so on. A page sets those of its game's board;
 * otherwise the defaults in `app.css` apply.
 */
export const boardColours = (colours: readonly string[] = []) =>
  colours.map((colour, seat) => `--log${seat}: ${colour}`).join("; ");

export const seatColour = (seat: number) => `var(--log${seat})`;
