/** Routes live in the URL fragment, so that invitations never reach a server log. */

/** The action of a link in a mail. */
export type MailAction = "confirm" | "stop" | "refuse";

/** Pages of a game that can be requested without naming the game. */
export type GamePage = "figures" | "review" | "compare";

export type Route =
  | { page: "lobby" }
  | { page: "me" }
  | { page: "lab" }
  | { page: "open" }
  | { page: "pass"; token: string }
  | { page: "back"; code: string | null }
  | { page: "notifications"; deed: MailAction | null; token: string | null }
  | { page: "figures"; game: string }
  | { page: "unnamed"; of: GamePage }
  | { page: "learn"; game: string | null; lesson: string | null; step: string | null }
  | { page: "puzzles"; game: string | null; id: string | null }
  | { page: "table"; id: string }
  | { page: "compare"; id: string }
  | { page: "join"; token: string }
  | { page: "replay"; id: string; step: number | null; seat: number | null; review?: boolean };

const ID = /^[A-Za-z0-9_.~:-]+$/;

function whole(text: string | null): number | null {
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const [, page, ...rest] = path.split("/");
  if ((page === "me" || page === "lab" || page === "open") && rest.length === 0) return { page };
  if (page === "back" && rest.length === 0) return { page, code: null };
  if (page === "learn") return learnRoute(rest);
  if (page === "puzzles") return puzzlesRoute(rest);
  if (page === "notifications") return notificationsRoute(rest);
  if (page === "figures" || page === "review" || page === "compare") {
    if (rest.every((part) => part === "")) return { page: "unnamed", of: page };
  }
  const id = rest.length === 1 ? (rest[0] ?? "") : "";
  if (!ID.test(id)) return { page: "lobby" };
  if (page === "figures") return { page, game: id };
  if (page === "t") return { page: "table", id };
  if (page === "compare") return { page: "compare", id };
  if (page === "review") return { page: "replay", id, step: null, seat: null, review: true };
  if (page === "pass") return { page: "pass", token: id };
  if (page === "back") return { page: "back", code: id };
  if (page === "join") return { page: "join", token: id };
  if (page === "r") {
    const wanted = new URLSearchParams(query);
    return {
      page: "replay",
      id,
      step: whole(wanted.get("step")),
      seat: whole(wanted.get("seat")),
      review: wanted.has("review"),
    };
  }
  return { page: "lobby" };
}

function notificationsRoute(rest: string[]): Route {
  const [deed, token = "", ...more] = rest.filter((part) => part !== "");
  if (deed === undefined) return { page: "notifications", deed: null, token: null };
  const known = deed === "confirm" || deed === "stop" || deed === "refuse";
  return known && ID.test(token) && more.length === 0
    ? { page: "notifications", deed, token }
    : { page: "lobby" };
}

/** All lessons, those of a game, one lesson, or a step of it. */
function learnRoute(rest: string[]): Route {
  const named = rest.filter((part) => part !== "");
  if (named.length > 3 || !named.every((part) => ID.test(part))) return { page: "lobby" };
  const [game = null, lesson = null, step = null] = named;
  return { page: "learn", game, lesson, step };
}

/** All puzzles, those of a game, or one puzzle. */
function puzzlesRoute(rest: string[]): Route {
  const named = rest.filter((part) => part !== "");
  if (named.length > 2 || !named.every((part) => ID.test(part))) return { page: "lobby" };
  const [game = null, id = null] = named;
  return { page: "puzzles", game, id };
}

export function formatRoute(route: Route): string {
  switch (route.page) {
    case "lobby":
      return "#/";
    case "me":
    case "lab":
    case "open":
      return `#/${route.page}`;
    case "notifications":
      return ["#/notifications", route.deed, route.token].filter((part) => part !== null).join("/");
    case "unnamed":
      return `#/${route.of}`;
    case "figures":
      return `#/figures/${route.game}`;
    case "learn":
      return ["#/learn", route.game, route.lesson, route.step].filter((part) => part !== null).join("/");
    case "puzzles":
      return ["#/puzzles", route.game, route.id].filter((part) => part !== null).join("/");
    case "table":
      return `#/t/${route.id}`;
    case "compare":
      return `#/compare/${route.id}`;
    case "pass":
      return `#/pass/${route.token}`;
    case "back":
      return route.code === null ? "#/back" : `#/back/${route.code}`;
    case "join":
      return `#/join/${route.token}`;
    case "replay": {
      const query = new URLSearchParams();
      if (route.step !== null) query.set("step", String(route.step));
      if (route.seat !== null) query.set("seat", String(route.seat));
      if (route.review) query.set("review", "1");
      const text = query.toString();
      return `#/r/${route.id}${text ? `?${text}` : ""}`;
    }
  }
}

export function go(route: Route): void {
  location.hash = formatRoute(route);
}

/** The full URL of a route, for sharing. */
export function addressOf(route: Route): string {
  return location.href.replace(/#.*$/, "") + formatRoute(route);
}
