/** Options shown at once when a table is created: a first game uses other cards than a normal one. */
export const upFront = ["supply", "kinds"];
