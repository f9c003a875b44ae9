import { dwarvesOf, signsOf, type ZwergenView } from "./view";

export interface Changed {
  field: string;
  /** Somebody or something was here, or is here now. */
  what: "from" | "to";
}

/** The fields that dwarves have left and reached and where signs came and went since an earlier position. */
export function changedSince(since: ZwergenView | null, view: ZwergenView): Changed[] {
  if (!since) return [];
  const marks = new Map<string, Changed["what"]>();
  const was = new Map(dwarvesOf(since).map(({ id, field }) => [id, field]));
  const signs = (of: ZwergenView) => signsOf(of).map(({ clan, field }) => `${clan}${field}`);
  const [before, now] = [signs(since), signs(view)];
  for (const sign of before) if (!now.includes(sign)) marks.set(sign.slice(1), "from");
  for (const { id, field } of dwarvesOf(view)) {
    const from = was.get(id);
    if (from !== undefined && from !== field) marks.set(from, "from");
  }
  for (const sign of now) if (!before.includes(sign)) marks.set(sign.slice(1), "to");
  for (const { id, field } of dwarvesOf(view)) if (was.get(id) !== field) marks.set(field, "to");
  return [...marks].map(([field, what]) => ({ field, what }));
}
