// The farmbook's frame with the screens of all entities, and what its first page waits for besides: words, and of a list its declaration,
// its parts and the answers that the page itself has asked for. So the frame is drawn once, with its rows in it.
import { fetchEntity, findEntity } from '#domain/entities.ts'
import { readFirstAnswers } from './api/first-answers.ts'
import { fetchPart } from './engine/part.ts'
import { fetchWords } from './locales/i18n.ts'
import { ScreensProvider, screens } from './screens.ts'
import { LibraryTheme } from './shell/library-theme.tsx'
import { PrivateArea } from './shell/private-area.tsx'

const Farmbook = () => (
  <LibraryTheme>
    <ScreensProvider>
      <PrivateArea />
    </ScreensProvider>
  </LibraryTheme>
)

export async function fetchFarmbook() {
  const list = /\/([a-z]+)\/list\/?$/.exec(location.pathname)?.[1] ?? ''
  await Promise.all([readFirstAnswers(), ...fetchWords('lists'), ...(findEntity(list) ? fetchList(list) : [])])
  return { Farmbook }
}

/** What does not come fails where it is needed, which says so. */
const fetchList = (name: string): Promise<unknown>[] =>
  [fetchEntity(name), ...fetchWords('lists', name), ...partsOf(name)].map(async (one) => {
    await Promise.resolve(one).catch(() => undefined)
  })

function partsOf(name: string): (Promise<unknown> | undefined)[] {
  const slots = screens[name]
  if (typeof slots === 'function') return [slots()]
  return [slots?.listWrapper, slots?.card, ...(slots?.columns?.custom ?? []).map(({ part }) => part)].map((one) => one && fetchPart(one))
}
