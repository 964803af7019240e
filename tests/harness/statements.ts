// Counting what is sent to the database: messages of the port, each a round trip, and the statements in them.
import { statementChannel } from '#server/db/connection.ts'

/** What was sent while `work` ran, in its order: one list of texts per message. Nothing else may use the database meanwhile. */
export async function messagesOf(work: () => Promise<unknown>): Promise<string[][]> {
  const sent: string[][] = []
  const listen = (texts: unknown) => {
    sent.push((texts as string[]).map((text) => text.replace(/\s+/g, ' ').trim()))
  }
  statementChannel.subscribe(listen)
  try {
    await work()
  } finally {
    statementChannel.unsubscribe(listen)
  }
  return sent
}

/** What enters and leaves a transaction, and asks the database nothing. */
const isFrame = (text: string): boolean => /^(begin|commit|select set_config|savepoint|release)/.test(text)
export const statementsIn = (messages: readonly string[][]): string[] => messages.flat().filter((text) => !isFrame(text))
