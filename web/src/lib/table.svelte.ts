import { host } from "#host";
import { loadGame } from "../games";
import type { GameUi } from "../games/types";
import { addressFor, api, Refusal, Unreachable } from "./api";
import { commitAndReveal } from "./commit_reveal";
import { awaySince, restartAbsence } from "./time_control";
import { catalog } from "./catalog.svelte";
import type { Channel, ConnectionState } from "./host";
import { t, type Key } from "./i18n";
import { saveStartRecord, loadStartRecord, renewStartRecord } from "./start_records.svelte";
import { applyMessage, withFacts } from "./table_updates";
import { hashOf } from "./luck";
import { toasts } from "./toasts.svelte";
import { saveRound, loadRound } from "./log";
import { settings } from "./settings.svelte";
import { SIGNAL_DURATION, withSignal, type ShownSignal } from "./signals";
import { play } from "./sound";
import { Stage } from "./stage.svelte";
import { FAST } from "./animation_timing";
import type {
  Advice,
  Choice,
  FromBrowser,
  LiveEntry,
  LiveSignal,
  Rematch,
  Snapshot,
  ToBrowser,
} from "./types";
import { botLevel } from "./words";

/** Milliseconds to wait for a WebSocket answer before falling back to HTTP. */
const ANSWER_TIMEOUT = 4000;
/** Milliseconds for a request without HTTP fallback: for the connection to open, and again for the answer. */
const SOCKET_TIMEOUT = 20_000;
const SPECTATOR = -1;

interface OpenQuestion {
  resolve: (detail: string) => void;
  reject: (error: Error) => void;
}

/** The state of one table on this page: the snapshot, what is shown, and the actions. */
export class TableStore {
  table = $state.raw<Snapshot | null>(null);
  ui = $state.raw<GameUi | null>(null);
  stage = $state.raw<Stage | null>(null);
  line = $state<ConnectionState>("connecting");
  /** Why there is no table to show. */
  failure = $state("");
  /** The choice being sent to the server. */
  pending = $state<Choice | null>(null);
  /** When each seat's player went away, in milliseconds of this device's clock. */
  awaySince = $state.raw<(number | null)[]>([]);
  /** After an undo, forced choices are not made automatically until the reader has chosen again. */
  #undone = $state(false);
  /** The entry number at which sending failed; not retried automatically, to avoid an endless loop. */
  #failed = $state(-1);
  /** Why this device does not reveal its nonce, as a text key. */
  distrust = $state<Key | null>(null);
  /** The position a hint was requested for, and the latest hints. */
  #asking = $state.raw<{ number: number; seat: number } | null>(null);
  #advice = $state.raw<Advice | null>(null);
  /** The seat whose view was last opened, where several people share this device. */
  #revealed = $state(-1);
  #channel: Channel<FromBrowser> | null = null;
  #openQuestions = new Map<string, OpenQuestion>();
  /** Called once when the connection opens. */
  #onOpen: (() => void)[] = [];
  #nextId = 1;
  #closed = false;
  /** Whether the connection has been open before. */
  #again = false;
  #committing = false;
  #commitAgain = false;
  #becomingSpectator = false;
  /** Whether the player is giving up the seat on this page. */
  #leaving = false;
  #given = $state.raw<ShownSignal[]>([]);
  #nextSignal = 1;

  constructor(readonly id: string) {}

  // -- derived state ------------------------------------------------------------------------------

  /** Seats played by people on this device. */
  ownSeats = $derived.by(() =>
    (this.table?.seats ?? []).flatMap((seat, index) =>
      seat.yours && !seat.left && !seat.empty && seat.player === "human" ? [index] : [],
    ),
  );

  /** The own seat whose view must be opened next; null if the right person is looking. */
  passTo = $derived.by(() => {
    const { table, stage } = this;
    if (!table || !stage || table.status !== "running" || stage.busy || this.ownSeats.length < 2) return null;
    const next = this.ownSeats.includes(stage.actor) ? stage.actor : table.seat;
    if (next === this.#revealed && next === table.seat) return null;
    return this.ownSeats.includes(next) ? next : null;
  });

  /** Whether the device must be handed over before the view may be opened. */
  mustPass = $derived.by(
    () =>
      this.passTo !== null &&
      catalog.game(this.table?.game ?? "")?.hidden !== false &&
      !settings.openly.includes(this.id) &&
      (this.ui?.hides?.(this.stage?.view) ?? true),
  );

  /** Several people see one view without secrets now, so nothing private from earlier may be read out. */
  #isSharedView = $derived.by(
    () =>
      this.ownSeats.length > 1 &&
      !settings.openly.includes(this.id) &&
      this.ui?.hides?.(this.stage?.view) === false,
  );

  /** The choices to offer; empty while an animation is still running. */
  choices = $derived.by(() => {
    const { table, stage } = this;
    if (!table || !stage || stage.busy || table.status !== "running" || this.pending || this.passTo !== null)
      return [];
    return table.actor === table.seat ? table.choices : [];
  });

  /** A forced choice to make automatically; needs the live connection, which reports the result. */
  single = $derived.by(() => {
    const { table, choices } = this;
    if (!table?.forced || choices.length !== 1 || this.line !== "open") return null;
    return this.#undone || this.#failed === table.number ? null : (choices[0] ?? null);
  });

  /** Hints for the current position and seat. */
  advice = $derived.by(() => (this.#isNow(this.#advice) ? this.#advice : null));
  thinking = $derived.by(() => this.#isNow(this.#asking));

  #isNow(what: { number: number; seat: number } | null): boolean {
    const { table } = this;
    return (
      what !== null && what.number === table?.number && what.seat === table.seat && this.choices.length > 0
    );
  }

  /** Recent signals from other players. */
  signals = $derived.by(() => (settings.muted ? [] : this.#given));

  names = $derived.by(() =>
    (this.table?.seats ?? []).map((seat, index) =>
      seat.program ? `${seat.name} (${t("seat_bot")})` : seat.name || t("seat_n", { n: index + 1 }),
    ),
  );

  levels = $derived.by(() => (this.table?.seats ?? []).map((seat) => botLevel(seat.player)));

  // -- opening and closing ------------------------------------------------------------------------

  async open(seat?: number): Promise<void> {
    try {
      await catalog.load().catch(() => undefined);
      const table = await api.table(this.id, seat);
      const ui = await loadGame(table.game);
      if (this.#closed) return;
      this.ui = ui;
      this.stage = new Stage(ui.frames, ui.still);
      this.#take(table);
      this.#resumeRound(this.stage, table);
      this.#connect();
      await this.#commitAndReveal();
    } catch (error) {
      if (error instanceof Refusal) this.failure = error.message;
      else if (error instanceof Unreachable) {
        this.line = "lost";
        setTimeout(() => void (this.#closed || this.open(seat)), 2000);
      } else throw error;
    }
  }

  close(): void {
    this.#closed = true;
    this.#channel?.close();
  }

  /** Reloads everything as another own seat or in another language; nothing of the old view is kept. */
  async lookAs(seat: number, opened = true): Promise<void> {
    const table = await this.#try(() => api.table(this.id, seat));
    if (!table || this.#closed) return;
    const told = this.#isSharedView ? await this.#try(() => api.table(this.id, SPECTATOR)) : table;
    if (!told || this.#closed) return;
    this.#take({ ...table, log: told.log });
    if (opened) this.#revealed = seat;
    this.#connect();
  }

  /** The seat is no longer ours: continue as a spectator. */
  async #becomeSpectator(): Promise<void> {
    if (this.#becomingSpectator) return;
    this.#becomingSpectator = true;
    // Players who left on purpose need no message.
    if (!this.#leaving) toasts.show(t(this.table?.status === "waiting" ? "sent_away" : "move_done"));
    await this.lookAs(SPECTATOR);
    this.#becomingSpectator = false;
  }

  #take(table: Snapshot): void {
    const before = this.table;
    this.pending = null;
    this.#advice = null; // its texts may be in the old language
    this.table = table;
    this.#applyPresence(true);
    // In a game without secrets the next person on this device sees the same view.
    const open = catalog.game(table.game)?.hidden === false;
    const saveStartRecord = open && before?.number === table.number;
    this.stage?.set(withFacts(table.facts, table.view), table.actor, table.number - 1, saveStartRecord);
    if (this.ownSeats.length < 2) this.#revealed = table.seat;
  }

  /** Restores the marked changes after a reload, unless people share the device. */
  #resumeRound(stage: Stage, table: Snapshot): void {
    const kept = loadRound(this.id, table.seat, table.number - 1);
    if (kept && this.ownSeats.length === 1)
      stage.resume(
        kept.since,
        kept.round.map((shot) => ({ ...shot, begin: () => undefined })),
      );
    stage.onround = () => {
      if (this.ownSeats.length !== 1) return;
      const seat = this.table?.seat ?? SPECTATOR;
      saveRound(this.id, { seat, number: stage.number, since: stage.since, round: [...stage.round] });
    };
  }

  #connect(): void {
    this.#channel?.close();
    this.#channel = host.connect<ToBrowser, FromBrowser>({
      address: () =>
        addressFor(`tables/${encodeURIComponent(this.id)}/live`, {
          from: this.table?.number ?? 0,
          seat: this.table?.seat ?? -1,
        }),
      message: (message) => this.#onMessage(message),
      line: (line) => (this.line = line),
      opened: (again) => {
        this.#again = again;
        for (const go of this.#onOpen.splice(0)) go();
      },
    });
  }

  /** Fetches what entries do not carry (seats, status); entries arrive on their own. */
  async refresh(): Promise<void> {
    const now = this.table;
    if (!now) return;
    try {
      const fresh = await api.table(this.id, now.seat);
      if (this.#closed || !this.table) return;
      // The answer is older than the live entries: applying it would undo the deal.
      if (fresh.number < this.table.number) return;
      if (fresh.number === this.table.number) this.pending = null;
      const { view: _v, choices: _c, log: _l, number: _n, undo: _u, forced: _f, ...others } = fresh;
      const { actor: _a, seat: _s, nobody_can_win: _w, ...part } = others;
      const { status } = this.table;
      this.table = { ...this.table, ...part };
      this.#applyPresence(true);
      if (status === "waiting") this.#onWaitingTable(this.table);
    } catch {
      // A lost connection is shown by the connection state.
    }
  }

  /** Updates absences and pace from the current snapshot. */
  #applyPresence(exact: boolean): void {
    if (!this.table) return;
    this.awaySince = awaySince(this.awaySince, this.table.seats, Date.now(), exact);
    if (this.stage) this.stage.together = this.table.pace === FAST;
  }

  /** Runs the commit-reveal steps one at a time; a message that arrives meanwhile triggers another run. */
  async #commitAndReveal(): Promise<void> {
    this.#commitAgain = true;
    if (this.#committing) return;
    this.#committing = true;
    while (this.#commitAgain && this.table && !this.#closed) {
      this.#commitAgain = false;
      const { table } = this;
      const done = await this.#try(() => commitAndReveal({ ...table, id: this.id }));
      if (done) this.distrust = done.trouble;
    }
    this.#committing = false;
  }

  // -- incoming messages --------------------------------------------------------------------------

  #onMessage(message: ToBrowser): void {
    if (
      message.type === "ack" ||
      message.type === "why" ||
      message.type === "heard" ||
      message.type === "error"
    )
      return this.#answer(message);
    if (!this.table) return;
    if (message.type === "signal") return this.#showSignal(message);
    const before = this.table;
    const { table, entry, gap } = applyMessage(before, message);
    this.table = table;
    if (message.type === "table" || message.type === "presence")
      this.#applyPresence(message.type === "table");
    if (gap) this.#channel?.restart();
    if (entry) {
      this.awaySince = restartAbsence(this.awaySince, table.actor, Date.now());
      this.#show(entry);
    }
    if (message.type === "fresh") this.pending = null;
    if (message.type === "view" || message.type === "fresh")
      this.stage?.set(withFacts(table.facts, table.view), table.actor, table.number - 1);
    if (message.type === "table" && before.status === "waiting") this.#onWaitingTable(table);
    else if (message.type === "table" && table.seat >= 0 && !table.seats[table.seat]?.yours)
      void this.#becomeSpectator();
    // Somebody may have joined or ended the game between the fetch and the connection.
    if (
      message.type === "hello" &&
      (this.#again || table.status === "waiting" || message.number !== table.number)
    )
      void this.refresh();
  }

  /** A change at a table that has not started: this device may have to commit or reveal. */
  #onWaitingTable(table: Snapshot): void {
    // Others can free a seat whose device stays silent.
    if (table.seat >= 0 && !table.seats[table.seat]?.yours) void this.#becomeSpectator();
    else void this.#commitAndReveal();
  }

  #show(entry: LiveEntry): void {
    this.pending = null;
    const text = entry.sentences.join(" ");
    this.stage?.push({
      number: entry.number,
      seat: entry.seat,
      view: withFacts(this.table?.facts ?? null, entry.view),
      events: entry.events,
      actor: entry.actor,
      quick: entry.seat === entry.actor && entry.seat === this.table?.seat,
      own: entry.seat >= 0 && entry.seat === this.table?.seat,
      // The deal and undos belong to no player's round.
      begins: entry.kind !== "decision",
      begin: () => {
        // Before the device is handed over, nobody may hear what a player was dealt.
        if (this.#revealed === this.table?.seat) toasts.announce(text);
        play("move");
      },
    });
    if (entry.actor === this.table?.seat && entry.seat !== entry.actor) play("turn");
  }

  #answer(message: ToBrowser & { type: "ack" | "why" | "heard" | "error" }): void {
    const id = String(message.id);
    const asked = this.#openQuestions.get(id);
    this.#openQuestions.delete(id);
    if (message.type === "error") {
      const refusal = new Refusal(message.code, 0, message.detail);
      if (asked) asked.reject(refusal);
      else toasts.show(message.detail, "error");
    } else {
      asked?.resolve(message.type === "why" ? message.detail : "");
    }
  }

  /** For requests without HTTP fallback: waits for the connection, since the board is shown before it opens. */
  async #askBySocket(question: FromBrowser): Promise<string> {
    if (this.line === "lost" || this.line === "restarting") throw new Unreachable();
    if (!this.#channel?.open)
      await new Promise<void>((resolve, reject) => {
        this.#onOpen.push(resolve);
        setTimeout(() => reject(new Unreachable()), SOCKET_TIMEOUT);
      });
    return this.#ask(question, SOCKET_TIMEOUT);
  }

  /** Sends a request over the WebSocket; rejects if it is closed or no answer comes in time. */
  #ask(question: FromBrowser, milliseconds = ANSWER_TIMEOUT): Promise<string> {
    const id = String(this.#nextId++);
    return new Promise((resolve, reject) => {
      if (!this.#channel?.send({ ...question, id })) return reject(new Unreachable());
      this.#openQuestions.set(id, { resolve, reject });
      setTimeout(() => {
        if (this.#openQuestions.delete(id)) reject(new Unreachable());
      }, milliseconds);
    });
  }

  /** Shows and announces a signal for a while, unless signals are muted. */
  #showSignal({ seat, signal }: LiveSignal): void {
    if (settings.muted) return;
    const id = this.#nextSignal++;
    this.#given = withSignal(this.#given, { id, seat, signal });
    setTimeout(() => (this.#given = this.#given.filter((one) => one.id !== id)), SIGNAL_DURATION);
    if (!this.table?.seats[seat]?.yours)
      toasts.announce(`${this.names[seat] ?? ""}: ${t(`signal_${signal}` as Key)}`);
  }

  // -- actions ------------------------------------------------------------------------------------

  async decide(choice: Choice): Promise<void> {
    const { table } = this;
    if (!table || this.pending) return;
    this.#undone = false;
    this.pending = choice;
    const { number, seat } = table;
    try {
      // Decisions are idempotent, so HTTP may repeat one that the WebSocket lost.
      await this.#ask({ type: "decide", number, seat, action: choice.action }).catch((error: unknown) => {
        if (error instanceof Unreachable) return api.decide(this.id, number, seat, choice.action);
        throw error;
      });
      if (!this.#channel?.open) await this.refresh();
    } catch (error) {
      this.#failed = number;
      this.pending = null;
      this.#showError(error);
    }
  }

  async signal(signal: LiveSignal["signal"]): Promise<void> {
    const { table } = this;
    if (table) await this.#try(() => this.#ask({ type: "signal", seat: table.seat, signal }));
  }

  /** Requests hints; other players are not told. */
  async askHint(): Promise<void> {
    const { table } = this;
    if (!table || this.thinking) return;
    if (!table.hints) return toasts.show(t("hints_off"), "refusal");
    if (this.choices.length === 0) return;
    const { number, seat } = table;
    const asked = { number, seat };
    this.#advice = null;
    this.#asking = asked;
    const advice = await this.#try(() => api.hint(this.id, number, seat), "too_late");
    if (this.#asking === asked) this.#asking = null;
    if (advice && !this.#closed) this.#advice = advice;
  }

  closeHints(): void {
    this.#advice = null;
  }

  /** Explains why a click did nothing: not your turn, or the game's own reason. */
  async refuse(notation: string): Promise<void> {
    const { table } = this;
    if (!table) return;
    play("refuse");
    if (table.status === "over") return toasts.show(t("why_over"), "refusal");
    if (table.seat < 0) return toasts.show(t("why_spectator"), "refusal");
    if (table.actor !== table.seat || table.status !== "running") {
      return toasts.show(t("why_not_your_turn", { name: this.names[table.actor] ?? "" }), "refusal");
    }
    if (this.pending || this.stage?.busy) return;
    try {
      toasts.show(await this.#askBySocket({ type: "why", action: notation }), "refusal");
    } catch (error) {
      if (!this.#closed) this.#showError(error);
    }
  }

  /** The game's own reason why something is not offered; empty if there is none. */
  why = (notation: string): Promise<string> =>
    this.#askBySocket({ type: "why", action: notation }).catch(() => "");

  undo = () => {
    this.#undone = true;
    return this.#act((table) => api.undo(this.id, table.number, table.seat));
  };
  resign = () => this.#act((table) => api.resign(this.id, table.seat));
  abandon = () => this.#act(() => api.abandon(this.id));
  callOff = () => this.#act((table) => api.callOff(this.id, table.seat));
  /** Gives up the seat: a bot plays on, or before the deal the seat becomes free. */
  async leave(): Promise<void> {
    const { table } = this;
    if (!table) return;
    this.#leaving = true;
    const done = await this.#try(() => api.leave(this.id, table.seat));
    if (done && table.status === "waiting") await this.#becomeSpectator();
    else await this.refresh();
    this.#leaving = false;
  }
  comeBack = (seat: number) => this.#act(() => api.comeBack(this.id, seat));
  /** Claims extra time after the player's time ran out. */
  stillHere = () => this.#act((table) => api.here(this.id, table.actor));
  /** Lets a bot play for somebody who stays away. */
  standIn = (seat: number) => this.#act(() => api.standIn(this.id, seat));
  fill = (seat: number, bot: string) => this.#act(() => api.fill(this.id, seat, bot));
  /** Opens the seat of somebody who has left to a new guest, or closes it again. */
  release = (seat: number) => this.#act(() => api.release(this.id, seat));
  keepSeat = (seat: number) => this.#act(() => api.keepSeat(this.id, seat));
  sendAway = (seat: number) => this.#act(() => api.sendAway(this.id, seat));
  setPace = (pace: number) => this.#act(() => api.pace(this.id, pace));
  /** Voids the start, so that the table no longer waits for a silent device. */
  doWithout = (seat: number) => this.#act(() => api.void(this.id, seat));

  async rematch(): Promise<Rematch | null> {
    const kept = renewStartRecord(null);
    const made = await this.#try(() => api.rematch(this.id, hashOf(kept.nonce)));
    if (made && !loadStartRecord(made.table)) saveStartRecord(made.table, kept);
    return made;
  }

  async #act(what: (table: Snapshot) => Promise<unknown>): Promise<void> {
    const { table } = this;
    if (!table) return;
    await this.#try(() => what(table));
    await this.refresh();
  }

  /** Null after showing the error; a refusal with the code `noNews` is not shown. */
  async #try<T>(what: () => Promise<T>, noNews = ""): Promise<T | null> {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === noNews)) this.#showError(error);
      return null;
    }
  }

  #showError(error: unknown): void {
    if (error instanceof Refusal) toasts.show(error.message, "error");
    else if (error instanceof Unreachable) toasts.show(t("unreachable"), "error");
    else throw error;
  }
}
