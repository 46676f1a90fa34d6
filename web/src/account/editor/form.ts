/** Content as plain data, edited with the form that the server sends: rows have entries of their own and inherit the
 * rest from a base row. Nothing here depends on a particular game. */

import type { Fault, Field, Form, Row } from '../../protocol/core/content'

export type Value = string | number | string[]
export type Entries = Record<string, Value>
export type Content = Record<string, unknown>

/** The row's own entries, without inherited ones. */
export function own(content: Content, table: string, row: string): Entries {
  const rows = content[table] as Record<string, Entries> | undefined
  return rows?.[row] ?? {}
}

/** All entries of a row: its own on top of those of its base row. */
export function effective(form: Form, content: Content, table: string, row: Row): Entries {
  const like = row.like ? own(content, row.like[0], row.like[1]) : {}
  const mine = own(content, table, row.key)
  const all = { ...like, ...mine }
  for (const field of form.fields)
    if (field.unless && !(field.key in mine) && leftOut(field, all)) delete all[field.key]
  return all
}

/** Whether the field does not apply, given these entries. */
export function leftOut(field: Field, entries: Entries): boolean {
  return field.unless !== null && field.unless.words.includes(String(entries[field.unless.field]))
}

/** The content with an entry of a row changed; without a value, the row inherits it from its base row. */
export function withEntry(form: Form, content: Content, table: string, row: Row, key: string, value?: Value): Content {
  const entries = { ...own(content, table, row.key) }
  if (value === undefined) delete entries[key]
  else entries[key] = value
  const changed = withRow(content, table, row.key, entries)
  const all = effective(form, changed, table, row)
  const idle = form.fields.filter((field) => field.key in entries && leftOut(field, all))
  if (!idle.length) return changed
  for (const field of idle) delete entries[field.key]
  return withRow(changed, table, row.key, entries)
}

/** The content with these own entries for a row; an empty row, or an empty table, is left out. */
export function withRow(content: Content, table: string, row: string, entries: Entries): Content {
  const rows = { ...(content[table] as Record<string, Entries> | undefined) }
  if (Object.keys(entries).length) rows[row] = entries
  else delete rows[row]
  const { [table]: _, ...rest } = content
  return Object.keys(rows).length ? { ...rest, [table]: rows } : rest
}

export function withHead(content: Content, key: string, value: Value): Content {
  return { ...content, [key]: value }
}

/** The faults of a row, of one field in it, or (with an empty table and row) of the head. */
export function faultsAt(faults: Fault[], table: string, row: string, field?: string): Fault[] {
  return faults.filter(
    (each) => each.table === table && each.row === row && (field === undefined || each.field === field),
  )
}
