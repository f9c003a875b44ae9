import { host } from "#host";
import { Unreachable, type Address } from "./host";
import { t } from "./i18n";
import type { MailAction } from "./route";
import { settings } from "./settings.svelte";
import type {
  Accepted,
  Advice,
  Attempt,
  BotInfo,
  Figures,
  Forgotten,
  Game,
  Health,
  Invitation,
  Lab,
  LabFileChecked,
  LabRequest,
  Lesson,
  Mine,
  NewHook,
  NewTable,
  OpenLobby,
  Pass,
  PassLook,
  PassTaken,
  NotificationSettings,
  PositionFound,
  ProblemBody,
  Proof,
  PuzzleListed,
  Puzzles,
  Rematch,
  Replay,
  ReviewAnswer,
  Snapshot,
  WayBack,
  WayBackCode,
  WayBackLook,
  WayBackUsed,
} from "./types";

/** The host refused a request, with a stable code and a readable message. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

export { Unreachable };

/** The host's message for an error, or that it cannot be reached. */
export const errorText = (error: unknown): string =>
  ((error instanceof Refusal || error instanceof Unreachable) && error.message) || t("unreachable");

/** An address with the reader's language, in which the host answers. */
export const addressFor = (path: string, query: Address["query"] = {}): Address => ({
  path,
  query: { lang: settings.lang, ...query },
});

/** Undefined if it is not JSON. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
const plain = (text: string): string => text;

async function call<T>(
  path: string,
  body?: unknown,
  query: Address["query"] = {},
  read: (text: string) => unknown = json,
): Promise<T> {
  const { status, text } = await host.request(
    body === undefined ? "GET" : "POST",
    addressFor(path, query),
    body,
  );
  if (status < 300) {
    const answer = read(text);
    // A proxy or captive portal may answer with its own page, which says nothing about the host.
    if (answer === undefined) throw new Unreachable();
    return answer as T;
  }
  const { code, detail, title } = (json(text) ?? {}) as Partial<ProblemBody>;
  // An error from a proxy has no code of ours: the server itself is down.
  if (status >= 502 && !code) throw new Unreachable();
  throw new Refusal(code ?? "unknown", status, detail ?? title ?? String(status));
}

const at = (id: string, what = "") => `tables/${encodeURIComponent(id)}${what}`;

export const api = {
  games: () => call<Game[]>("games"),
  bots: () => call<BotInfo[]>("bots"),
  mine: () => call<Mine>("mine"),
  create: (table: NewTable) => call<Snapshot>("tables", table),
  table: (id: string, seat?: number) => call<Snapshot>(at(id), undefined, seat === undefined ? {} : { seat }),
  hash: (id: string, hash: string) => call<Snapshot>(at(id, "/hash"), { hash }),
  reveal: (id: string, nonce: string, fingerprint: string) =>
    call<Snapshot>(at(id, "/reveal"), { nonce, fingerprint }),
  /** Voids the start, so that the table no longer waits for a silent device. */
  void: (id: string, seat: number) => call<unknown>(at(id, "/void"), { seat }),
  invitation: (token: string) => call<Invitation>("invitation", { token }),
  join: (token: string, name: string, hash: string, seat: number | null) =>
    call<Snapshot>("join", { token, name, hash, seat }),
  decide: (id: string, number: number, seat: number, action: number) =>
    call<Accepted>(at(id, "/decide"), { number, seat, action }),
  hint: (id: string, number: number, seat: number) => call<Advice>(at(id, "/hint"), { number, seat }),
  undo: (id: string, number: number, seat: number) => call<Accepted>(at(id, "/undo"), { number, seat }),
  resign: (id: string, seat: number) => call<unknown>(at(id, "/resign"), { seat }),
  abandon: (id: string) => call<unknown>(at(id, "/abandon"), {}),
  /** Agrees to end a game that nobody can win any more. */
  callOff: (id: string, seat: number) => call<unknown>(at(id, "/call-off"), { seat }),
  leave: (id: string, seat: number) => call<unknown>(at(id, "/leave"), { seat }),
  comeBack: (id: string, seat: number) => call<unknown>(at(id, "/return"), { seat }),
  /** Reports that the player is still thinking although the time is up. */
  here: (id: string, seat: number) => call<unknown>(at(id, "/here"), { seat }),
  /** The QR code of a table's invitation, for one of the host's addresses. */
  codeUrl: (id: string, address: number) => host.url(addressFor(at(id, "/code"), { address })),
  standIn: (id: string, seat: number) => call<unknown>(at(id, "/stand-in"), { seat }),
  fill: (id: string, seat: number, bot: string) => call<unknown>(at(id, "/fill"), { seat, bot }),
  rematch: (id: string, hash: string) => call<Rematch>(at(id, "/rematch"), { hash }),
  pace: (id: string, pace: number) => call<unknown>(at(id, "/pace"), { pace }),
  /** Which game and position a position text describes. */
  lookAt: (position: string) => call<PositionFound>("position", { position }),
  /** The full position of a finished game as text. */
  position: (id: string, entry: number) => call<string>(at(id, "/position"), undefined, { entry }, plain),
  proof: (id: string) => call<Proof>(at(id, "/proof")),
  /** The chunk of a replay that contains a step. */
  replay: (id: string, seat: number, from: number) =>
    call<Replay>(at(id, "/replay"), undefined, { seat, from }),
  /** The state of a review; the server keeps working on it only while it is polled. */
  review: (id: string, view: string) => call<ReviewAnswer>(at(id, "/review"), undefined, { view }),
  askReview: (id: string, view: string) => call<ReviewAnswer>(at(id, "/review"), { view }),
  leaveReview: (id: string, view: string) => call<unknown>(at(id, "/review/leave"), { view }),
  lessons: () => call<Lesson[]>("lessons"),
  /** The result of these choices in a step of a lesson; `show` adds the correct next ones. */
  lesson: (game: string, lesson: string, step: string, choices: (number | string)[], show: boolean) =>
    call<Attempt>(`lessons/${[game, lesson, step].map(encodeURIComponent).join("/")}`, { choices, show }),
  /** The games that have statistics; `figures` returns those of one. */
  allFigures: () => call<string[]>("figures"),
  figures: (game: string) => call<Figures>(`figures/${encodeURIComponent(game)}`),
  puzzles: () => call<Puzzles>("puzzles"),
  puzzlesOf: (game: string) => call<PuzzleListed[]>(`puzzles/${encodeURIComponent(game)}`),
  /** The result of these choices in a puzzle; `solution` adds the full solution. */
  puzzle: (game: string, id: string, choices: (number | string)[], solution: boolean) =>
    call<Attempt>(`puzzles/${[game, id].map(encodeURIComponent).join("/")}`, { choices, solution }),
  /** How this device is notified while no page is open. */
  contacts: () => call<NotificationSettings>("notifications"),
  addPush: (subscription: PushSubscriptionJSON) =>
    call<NotificationSettings>("notifications/push", {
      endpoint: subscription.endpoint,
      keys: subscription.keys,
    }),
  addMail: (address: string) => call<NotificationSettings>("notifications/mail", { address }),
  addHook: (url: string) => call<NewHook>("notifications/hook", { url }),
  testContact: (contact: string) => call<unknown>("notifications/test", { contact }),
  forgetContact: (contact: string | null) => call<NotificationSettings>("notifications/forget", { contact }),
  /** Confirms or refuses the action that a mail link is about. */
  answerMail: (deed: MailAction, token: string) =>
    deed === "stop"
      ? call<unknown>(`notifications/stop/${encodeURIComponent(token)}`, {})
      : call<unknown>(`notifications/${deed}`, { token }),
  lab: () => call<Lab>("lab"),
  labRun: (wanted: LabRequest) => call<Lab>("lab/run", wanted),
  labCheck: (game: string, file: { name: string; text: string }) =>
    call<LabFileChecked>("lab/check", { game, file }),
  labSetUrl: (game: string, version: string) =>
    host.url(addressFor(`lab/sets/${encodeURIComponent(game)}`, { version })),
  labStop: () => call<unknown>("lab/stop", {}),
  labReportUrl: (number: number, save = false) =>
    host.url(addressFor(`lab/reports/${number}`, save ? { save: "true" } : {})),
  health: () => call<Health>("health"),
  /** The command that starts this server for the whole network; sent only to a browser on its machine. */
  networkCommand: () => call<string>("network-command", undefined, {}, plain),
  /** A link that moves the seats at one table, or at all running ones, to another device. */
  pass: (id: string | null) => call<Pass>(id === null ? "passes" : at(id, "/pass"), {}),
  passLook: (token: string) => call<PassLook>("pass/look", { token }),
  passTake: (token: string) => call<PassTaken>("pass/take", { token }),
  wayBack: () => call<WayBack>("way-back"),
  makeWayBack: () => call<WayBackCode>("way-back", {}),
  endWayBack: () => call<unknown>("way-back/end", {}),
  wayBackLook: (code: string) => call<WayBackLook>("way-back/look", { code }),
  wayBackUse: (code: string) => call<WayBackUsed>("way-back/use", { code }),
  /** Opens the seat of somebody who has left to a new guest, or closes it again. */
  release: (id: string, seat: number) => call<unknown>(at(id, "/release"), { seat }),
  keepSeat: (id: string, seat: number) => call<unknown>(at(id, "/keep"), { seat }),
  sendAway: (id: string, seat: number) => call<unknown>(at(id, "/send-away"), { seat }),
  /** Removes the player's name from one finished game; `forgetNames` from all. */
  forgetName: (id: string, seat: number) => call<Forgotten>(at(id, "/forget-name"), { seat }),
  forgetNames: () => call<Forgotten>("forget-names", {}),
  open: () => call<OpenLobby>("open"),
  sit: (id: string, name: string, hash: string) =>
    call<Snapshot>(`open/${encodeURIComponent(id)}/sit`, { name, hash }),
  record: (id: string) => call<string>(at(id, "/record"), undefined, {}, plain),
};
