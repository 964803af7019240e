// Answers to the calls that the page itself names (server/http/first-files.ts), read while its scripts start: a first page whose rows have
// arrived is drawn once, with them, and not first with grey bars in their place. Each is used once; what is not soon used is dropped.

type Answer = { body?: unknown; reading: Promise<unknown> }
const answers = new Map<string, Answer>()

/** As long as an answer counts as fresh (shell/app.tsx). */
const freshMs = 30_000

/** Waits for those that the browser has received already, and no other. */
export async function readFirstAnswers(): Promise<void> {
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]')].filter(({ href }) => href.includes('/api/operators/'))
  const received = named.filter(({ href }) => performance.getEntriesByName(href).length > 0)
  for (const { href } of named) answers.set(href, readAnswer(href))
  setTimeout(forgetFirstAnswers, freshMs)
  await Promise.all(received.map(({ href }) => answers.get(href)?.reading))
}

/** Whoever comes next at this device sees nothing of them. */
export const forgetFirstAnswers = (): void => answers.clear()

function readAnswer(href: string): Answer {
  const answer: Answer = {
    reading: fetch(href)
      .then((response) => (response.ok ? response.json() : undefined))
      // Asked for again by who needs it, who can say what is wrong.
      .catch(() => undefined)
      .then((body: unknown) => {
        answer.body = body
        return body
      }),
  }
  return answer
}

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
