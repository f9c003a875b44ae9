/**
 * The colours of the seats, for all that speaks of them beside the board: `--log0` and so on. A page sets those
 * of its game's board; without any those of `app.css` stay.
 */
export const boardColours = (colours: readonly string[] = []) =>
  colours.map((colour, seat) => `--log${seat}: ${colour}`).join("; ");

/** The colour of one seat. */
export const seatColour = (seat: number) => `var(--log${seat})`;
