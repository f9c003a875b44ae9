import { inLanguage } from "../../lib/i18n";
import type { FieldFactsView, FieldView, GenericView, PieceTarget } from "./view_types";

export interface Cell {
  /** The kind of item, 0 for an empty cell; for a field without items its number; null if the reader may not see it. */
  kind: number | null;
  face: string;
}

/** What is drawn of one field, for one seat if the field has a row for each. */
export interface Area {
  id: string;
  field: FieldFactsView;
  /** Whose row; null if the field belongs to everybody. */
  seat: number | null;
  title: string;
  cells: Cell[];
  /** The cells of a row, for a grid. */
  columns: number;
  /** The number of items, for a pile. */
  count: number;
}

export interface Marker {
  title: string;
  /** Whose marker; null if it belongs to everybody. */
  seat: number | null;
  /** The area on which it stands. */
  area: string;
  cell: number;
}

export const areaId = (field: string, seat: number | null): string =>
  seat === null ? field : `${field}/${seat}`;

/** The values of a field by area: one, or one for each seat. */
function valuesByArea(view: GenericView, field: FieldFactsView): [number | null, FieldView][] {
  const values = view.values[field.name];
  if (values === undefined) return [];
  return field.by_seat ? (values as FieldView[]).map((own, seat) => [seat, own]) : [[null, values]];
}

function areaOf(view: GenericView, field: FieldFactsView, seat: number | null, values: FieldView): Area {
  const faces = field.items === null ? null : (view.items[field.items]?.faces ?? []);
  const cell = (kind: number | null): Cell => {
    if (!faces) return { kind, face: String(kind ?? "?") };
    return { kind, face: kind ? inLanguage(faces[kind]) : "" };
  };
  const area = { id: areaId(field.name, seat), field, seat, title: inLanguage(field.title) };
  if (values !== null && typeof values === "object" && "count" in values)
    return { ...area, cells: values.count > 0 ? [cell(values.top)] : [], columns: 1, count: values.count };
  const numbers = [values].flat(3) as (number | null)[];
  const first = Array.isArray(values) ? values[0] : undefined;
  const columns = Array.isArray(first) ? first.length : numbers.length;
  return { ...area, cells: numbers.map(cell), columns, count: numbers.length };
}

/** Everything that is drawn, in the order of the declaration; markers stand on areas. */
export function areasOf(view: GenericView): Area[] {
  return view.fields
    .filter(({ kind }) => kind !== "marker")
    .flatMap((field) => valuesByArea(view, field).map(([seat, values]) => areaOf(view, field, seat, values)));
}

/** The markers that stand on a cell. On a field by seat, a player's marker stands in the player's own row. */
export function markersOf(view: GenericView): Marker[] {
  const rows = new Map(view.fields.map((field) => [field.name, field.by_seat]));
  return view.fields
    .filter(({ kind }) => kind === "marker")
    .flatMap((field) =>
      valuesByArea(view, field).flatMap(([seat, values]) =>
        ([values].flat(3) as (number | null)[])
          .filter((cell): cell is number => cell !== null && cell >= 0)
          .map((cell) => {
            const on = field.on ?? "";
            const area = areaId(on, rows.get(on) ? seat : null);
            return { title: inLanguage(field.title), seat, area, cell };
          }),
      ),
    );
}

/** The name of a cell of a grid: A1 for the first, B1 for the next in its row. The server's labels use it too. */
export function gridPlace(index: number, columns: number): string {
  if (columns > 26) return String(index + 1);
  return `${String.fromCharCode(65 + (index % columns))}${Math.floor(index / columns) + 1}`;
}

/** The action that a click on a cell stands for where it is no choice, in notation; null if there is none. */
export function meaningOf({ field }: Area, index: number | null): string | null {
  const { means } = field;
  if (typeof means === "string" || means === null) return means;
  return means[index ?? 0] ?? null;
}

/** The cells of an area that differ from those in an earlier view. */
export function changedCells(before: Area | undefined, now: Area): number[] {
  if (!before) return [];
  const differs = now.cells.flatMap(({ kind }, index) =>
    kind !== null && kind !== before.cells[index]?.kind ? [index] : [],
  );
  return now.field.kind === "pile" && before.count === now.count ? [] : differs;
}

export const isSamePiece = (one: PieceTarget, other: PieceTarget): boolean =>
  one.field === other.field && one.seat === other.seat && one.index === other.index;
