import { expect, it } from "vitest";
import server from "../../../../src/spielzug/games/game_of_trains/say/texts.py?raw";
import { LANGUAGES } from "../../lib/types";
import { ABILITY_NAMES } from "./texts";
import { ABILITIES } from "./view";

/** Tips and sentences must call an ability by the same name: ours is a copy of the server's. */
it.each(ABILITIES)("names %s as the server does", (ability) => {
  const entry = server.split("ABILITY_NAMES = {")[1]?.split(`"${ability}": {`)[1]?.split("}")[0] ?? "";
  for (const lang of LANGUAGES) expect(entry).toContain(`"${lang}": "${ABILITY_NAMES[ability][lang]}"`);
});
