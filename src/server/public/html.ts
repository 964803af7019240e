// HTML as values: everything put into a page is escaped unless it is HTML already. There is no other way to
// build a public page, so a name with a < in it can only ever be a name.

/** Finished HTML. Only html`` and trusted() make it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Value = Html | string | number | null | undefined | false | readonly Value[]

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const written = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(written).join('')
}

/** A template whose values are escaped; nested templates and lists of them are put in as they are. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html => new Html(parts.map((part, index) => part + written(values[index])).join(''))

/** Markup of our own making (a drawing, a style sheet). Never for anything that came from outside. */
export const trusted = (markup: string): Html => new Html(markup)
