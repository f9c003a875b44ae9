/** Options that whoever opens a table sees at once: first games and normal games have other cards. */
export const upFront = ["supply", "kinds"];
