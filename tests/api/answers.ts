// What stories share: moments of a day in the programme's zone, and answers that must be successes.

/** Ten in the morning in Nimar on that day. */
export const at = (day: string, hour = 10): string => `${day}T${String(hour).padStart(2, '0')}:00:00+05:30`

// biome-ignore lint/suspicious/noExplicitAny: a story reads any answer and says itself what it expects
export type Told = any
/** Succeeds, or says with what the product refused. */
export async function ok(answer: Promise<{ status: number; body: Told }>): Promise<Told> {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
