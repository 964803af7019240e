// What we use of pg's own helpers: how a JavaScript value is written as a parameter.
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): string | Buffer | null }
  export default utils
}
