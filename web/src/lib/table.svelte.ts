import { loadGame, NoBoardError } from "../games";
import type { GameUi } from "../games/types";
import { api, apiUrl, Refusal, Unreachable } from "./api";
import { commitAndReveal } from "./commit_reveal";
import { awaySince, restartAbsence } from "./time_control";
import { catalog } from "./catalog.svelte";
import { t, type Key } from "./i18n";
import { saveStartRecord, loadStartRecord, renewStartRecord } from "./start_records.svelte";
import { applyMessage, withFacts } from "./table_updates";
import { hashOf } from "./luck";
import { toasts } from "./toasts.svelte";
import { saveRound, loadRound } from "./log";
import { settings } from "./settings.svelte";
import { SIGNAL_DURATION, withSignal, type ShownSignal } from "./signals";
import { LiveSocket, type ConnectionState } from "./socket";
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

/** How long an answer over the live line may take before the plain way is tried as well. */
const ANSWER_TIMEOUT = 4000;
/** How long a question that has no plain way waits for the line to open, and then for its answer. */
const SOCKET_TIMEOUT = 20_000;
const SPECTATOR = -1;

interface OpenQuestion {
  resolve: (detail: string) => void;
  reject: (error: Error) => void;
}

/** One table this device looks at: what is true, what is shown, and what can be done. */
export class TableStore {
  table = $state.raw<Snapshot | null>(null);
  ui = $state.raw<GameUi | null>(null);
  stage = $state.raw<Stage | null>(null);
  line = $state<ConnectionState>("connecting");
  /** Why there is no table to show. */
  failure = $state("");
  /** The choice on its way to the server. */
  pending = $state<Choice | null>(null);
  /** Since when the people of the seats are away, by this device's clock. */
  awaySince = $state.raw<(number | null)[]>([]);
  /** Something was just taken back: what could go by itself waits until the reader has chosen again. */
  #undone = $state(false);
  /** The number at which a choice did not arrive: there it goes by a hand only, or it would be sent for ever. */
  #failed = $state(-1);
  /** Why this device does not show its part of the luck, the key of a sentence. */
  distrust = $state<Key | null>(null);
  /** The position a hint is being thought about, and the last hints that came. */
  #asking = $state.raw<{ number: number; seat: number } | null>(null);
  #advice = $state.raw<Advice | null>(null);
  /** The seat for which the board was last opened, where several people share this device. */
  #revealed = $state(-1);
  #socket: LiveSocket<ToBrowser, FromBrowser> | null = null;
  #openQuestions = new Map<string, OpenQuestion>();
  /** Called when the line opens. */
  #onOpen: (() => void)[] = [];
  #nextId = 1;
  #closed = false;
  /** Whether the line was open before. */
  #again = false;
  #committing = false;
  #commitAgain = false;
  #becomingSpectator = false;
  /** Whether the seat is just being given back here. */
  #leaving = false;
  #given = $state.raw<ShownSignal[]>([]);
  #nextSignal = 1;

  constructor(readonly id: string) {}

  // -- looking ------------------------------------------------------------------------------------

  /** Seats that people at this device play. */
  ownSeats = $derived.by(() =>
    (this.table?.seats ?? []).flatMap((seat, index) =>
      seat.yours && !seat.left && !seat.empty && seat.player === "human" ? [index] : [],
    ),
  );

  /** The own seat whose view must be opened next; null when the right person is looking. */
  passTo = $derived.by(() => {
    const { table, stage } = this;
    if (!table || !stage || table.status !== "running" || stage.busy || this.ownSeats.length < 2) return null;
    const next = this.ownSeats.includes(stage.actor) ? stage.actor : table.seat;
    if (next === this.#revealed && next === table.seat) return null;
    return this.ownSeats.includes(next) ? next : null;
  });

  /** Whether the next person must take the device before the view may be opened. */
  mustPass = $derived.by(
    () =>
      this.passTo !== null &&
      catalog.game(this.table?.game ?? "")?.hidden !== false &&
      !settings.openly.includes(this.id) &&
      (this.ui?.hides?.(this.stage?.view) ?? true),
  );

  /** Several people look at once, though each has had secrets: nobody reads what only one of them may know. */
  #isSharedView = $derived.by(
    () =>
      this.ownSeats.length > 1 &&
      !settings.openly.includes(this.id) &&
      this.ui?.hides?.(this.stage?.view) === false,
  );

  /** Choices to offer now: none while movement is still showing what happened before. */
  choices = $derived.by(() => {
    const { table, stage } = this;
    if (!table || !stage || stage.busy || table.status !== "running" || this.pending || this.passTo !== null)
      return [];
    return table.actor === table.seat ? table.choices : [];
  });

  /** What is no choice and may go by itself; not without a line, by which alone we hear how it went. */
  single = $derived.by(() => {
    const { table, choices } = this;
    if (!table?.forced || choices.length !== 1 || this.line !== "open") return null;
    return this.#undone || this.#failed === table.number ? null : (choices[0] ?? null);
  });

  /** Hints for this position and this seat; those of another are never shown. */
  advice = $derived.by(() => (this.#isNow(this.#advice) ? this.#advice : null));
  thinking = $derived.by(() => this.#isNow(this.#asking));

  #isNow(what: { number: number; seat: number } | null): boolean {
    const { table } = this;
    return (
      what !== null && what.number === table?.number && what.seat === table.seat && this.choices.length > 0
    );
  }

  /** What others have just signalled. */
  signals = $derived.by(() => (settings.muted ? [] : this.#given));

  names = $derived.by(() =>
    (this.table?.seats ?? []).map((seat, index) =>
      seat.program ? `${seat.name} (${t("seat_bot")})` : seat.name || t("seat_n", { n: index + 1 }),
    ),
  );

  levels = $derived.by(() => (this.table?.seats ?? []).map((seat) => botLevel(seat.player)));

  // -- coming and going ---------------------------------------------------------------------------

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
      else if (error instanceof NoBoardError) this.failure = t("no_board");
      else if (error instanceof Unreachable) {
        this.line = "lost";
        setTimeout(() => void (this.#closed || this.open(seat)), 2000);
      } else throw error;
    }
  }

  close(): void {
    this.#closed = true;
    this.#socket?.close();
  }

  /** Look as another own seat, or in another language: everything anew, nothing of the old view stays. */
  async lookAs(seat: number, opened = true): Promise<void> {
    const table = await this.#try(() => api.table(this.id, seat));
    if (!table || this.#closed) return;
    const told = this.#isSharedView ? await this.#try(() => api.table(this.id, SPECTATOR)) : table;
    if (!told || this.#closed) return;
    this.#take({ ...table, log: told.log });
    if (opened) this.#revealed = seat;
    this.#connect();
  }

  /** The seat is no longer ours: look on. */
  async #becomeSpectator(): Promise<void> {
    if (this.#becomingSpectator) return;
    this.#becomingSpectator = true;
    // Who has left by themselves knows it.
    if (!this.#leaving) toasts.show(t(this.table?.status === "waiting" ? "sent_away" : "move_done"));
    await this.lookAs(SPECTATOR);
    this.#becomingSpectator = false;
  }

  #take(table: Snapshot): void {
    const before = this.table;
    this.pending = null;
    this.#advice = null; // its words may be in another language now
    this.table = table;
    this.#applyPresence(true);
    // Where nothing is hidden the next person at this device sees what all saw.
    const open = catalog.game(table.game)?.hidden === false;
    const saveStartRecord = open && before?.number === table.number;
    this.stage?.set(withFacts(table.facts, table.view), table.actor, table.number - 1, saveStartRecord);
    if (this.ownSeats.length < 2) this.#revealed = table.seat;
  }

  /** What was marked before the page was loaded anew is marked again, unless people share the device. */
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
    this.#socket?.close();
    this.#socket = new LiveSocket<ToBrowser, FromBrowser>({
      url: () =>
        apiUrl(`tables/${encodeURIComponent(this.id)}/live`, {
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

  /** Ask for what does not come by entries (seats, status); the entries come by themselves. */
  async refresh(): Promise<void> {
    const now = this.table;
    if (!now) return;
    try {
      const fresh = await api.table(this.id, now.seat);
      if (this.#closed || !this.table) return;
      // It was under way while the line told more: cards once dealt would be taken away again.
      if (fresh.number < this.table.number) return;
      if (fresh.number === this.table.number) this.pending = null;
      const { view: _v, choices: _c, log: _l, number: _n, undo: _u, forced: _f, ...others } = fresh;
      const { actor: _a, seat: _s, nobody_can_win: _w, ...part } = others;
      const { status } = this.table;
      this.table = { ...this.table, ...part };
      this.#applyPresence(true);
      if (status === "waiting") this.#onWaitingTable(this.table);
    } catch {
      // The line itself tells when the server is away.
    }
  }

  /** What was told about the seats and the table's pace, put to use. */
  #applyPresence(exact: boolean): void {
    if (!this.table) return;
    this.awaySince = awaySince(this.awaySince, this.table.seats, Date.now(), exact);
    if (this.stage) this.stage.together = this.table.pace === FAST;
  }

  /** Our part of the luck, one step after the other; what is told meanwhile is looked at afterwards. */
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

  // -- hearing ------------------------------------------------------------------------------------

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
    if (gap) this.#socket?.restart();
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
    // Between our asking and our listening somebody may have sat down, or ended the game.
    if (
      message.type === "hello" &&
      (this.#again || table.status === "waiting" || message.number !== table.number)
    )
      void this.refresh();
  }

  /** Something was told of a table that waits: it may be our turn to do our part. */
  #onWaitingTable(table: Snapshot): void {
    // Others may free a seat whose device stayed silent.
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
      // The deal is nobody's doing, and what was taken back is not shown again.
      begins: entry.kind !== "decision",
      begin: () => {
        // Before anybody has taken the device nobody may hear what one of them was dealt.
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

  /** For what has no plain way: the board is shown before the line is open, so a line on its way is waited for. */
  async #askBySocket(question: FromBrowser): Promise<string> {
    if (this.line === "lost" || this.line === "restarting") throw new Unreachable();
    if (!this.#socket?.open)
      await new Promise<void>((resolve, reject) => {
        this.#onOpen.push(resolve);
        setTimeout(() => reject(new Unreachable()), SOCKET_TIMEOUT);
      });
    return this.#ask(question, SOCKET_TIMEOUT);
  }

  /** Ask over the live line; rejects if there is none or no answer comes. */
  #ask(question: FromBrowser, milliseconds = ANSWER_TIMEOUT): Promise<string> {
    const id = String(this.#nextId++);
    return new Promise((resolve, reject) => {
      if (!this.#socket?.send({ ...question, id })) return reject(new Unreachable());
      this.#openQuestions.set(id, { resolve, reject });
      setTimeout(() => {
        if (this.#openQuestions.delete(id)) reject(new Unreachable());
      }, milliseconds);
    });
  }

  /** What somebody signals is seen for a while and read out; by who has muted that, never. */
  #showSignal({ seat, signal }: LiveSignal): void {
    if (settings.muted) return;
    const id = this.#nextSignal++;
    this.#given = withSignal(this.#given, { id, seat, signal });
    setTimeout(() => (this.#given = this.#given.filter((one) => one.id !== id)), SIGNAL_DURATION);
    if (!this.table?.seats[seat]?.yours)
      toasts.announce(`${this.names[seat] ?? ""}: ${t(`signal_${signal}` as Key)}`);
  }

  // -- doing --------------------------------------------------------------------------------------

  async decide(choice: Choice): Promise<void> {
    const { table } = this;
    if (!table || this.pending) return;
    this.#undone = false;
    this.pending = choice;
    const { number, seat } = table;
    try {
      // The same decision twice is harmless, so the plain way may repeat what the line swallowed.
      await this.#ask({ type: "decide", number, seat, action: choice.action }).catch((error: unknown) => {
        if (error instanceof Unreachable) return api.decide(this.id, number, seat, choice.action);
        throw error;
      });
      if (!this.#socket?.open) await this.refresh();
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

  /** What could I do? Nobody else is told that this was asked. */
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

  /** Why a click did nothing: whose turn it is, or the game's own reason. */
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

  /** The game's own reason why something is not offered; empty where there is none to tell. */
  why = (notation: string): Promise<string> =>
    this.#askBySocket({ type: "why", action: notation }).catch(() => "");

  undo = () => {
    this.#undone = true;
    return this.#act((table) => api.undo(this.id, table.number, table.seat));
  };
  resign = () => this.#act((table) => api.resign(this.id, table.seat));
  abandon = () => this.#act(() => api.abandon(this.id));
  callOff = () => this.#act((table) => api.callOff(this.id, table.seat));
  /** A bot plays on; before the deal the seat is free again, and whoever had it looks on. */
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
  /** Whoever is asked because the time is over has a little more. */
  stillHere = () => this.#act((table) => api.here(this.id, table.actor));
  /** A bot plays for somebody who stays away. */
  standIn = (seat: number) => this.#act(() => api.standIn(this.id, seat));
  fill = (seat: number, bot: string) => this.#act(() => api.fill(this.id, seat, bot));
  /** Somebody new is invited to the seat of one who is gone, or nobody after all. */
  release = (seat: number) => this.#act(() => api.release(this.id, seat));
  keepSeat = (seat: number) => this.#act(() => api.keepSeat(this.id, seat));
  sendAway = (seat: number) => this.#act(() => api.sendAway(this.id, seat));
  setPace = (pace: number) => this.#act(() => api.pace(this.id, pace));
  /** Wait no longer for a device that does not show its part of the luck. */
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

  /** Null if it did not work, which has been said then, unless that is no news. */
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
