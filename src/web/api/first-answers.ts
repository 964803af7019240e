// Answers to the calls that the page itself names (server/http/first-files.ts), read while its scripts start: a first page whose rows have
// arrived is drawn once, with them, and not first with grey bars in their place. Each is used once; what is not soon used is dropped.

type Answer = { body?: unknown; reading: Promise<unknown> }
const answers = new Map<string, Answer>()

/** As long as an answer counts as fresh (shell/app.tsx). */
const freshMs = 30_000

/** Waits for those that the browser has received already, and no other. */
export async function readFirstAnswers(): Promise<void> {
  const received: Promise<unknown>[] = []
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[as="fetch"][href^="/api/operators/"]')) {
    // What is no answer is asked for again by who needs it, who can say what is wrong.
    const answer: Answer = {
      reading: fetch(href)
        .then((response) => (response.ok ? response.json() : undefined))
        .then((body) => (answer.body = body))
        .catch(() => undefined),
    }
    answers.set(href, answer)
    if (performance.getEntriesByName(href).length > 0) received.push(answer.reading)
  }
  setTimeout(forgetFirstAnswers, freshMs)
  await Promise.all(received)
}

/** Whoever comes next at this device sees nothing of them. */
export const forgetFirstAnswers = (): void => answers.clear()

const addressOf = (path: string, query: URLSearchParams): string => `${location.origin}${path}?${query}`

/** The answer to a call, if it is there. */
export function takeFirst<T>(path: string, query: URLSearchParams): T | undefined {
  const address = addressOf(path, query)
  const body = answers.get(address)?.body
  if (body !== undefined) answers.delete(address)
  return body as T | undefined
}

/** The answer to a call that is on its way; undefined: nobody has asked, or it was no answer. */
export async function awaitFirst<T>(path: string, query: URLSearchParams): Promise<T | undefined> {
  const address = addressOf(path, query)
  const answer = answers.get(address)
  answers.delete(address)
  return (await answer?.reading) as T | undefined
}
