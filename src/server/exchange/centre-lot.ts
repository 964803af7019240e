// The lot a purchase ticket goes into when the file does not name one: the centre's lot of that season and
// claim, so that nothing is mixed by accident (BR-11).

import { entityOf } from '#domain/entities.ts'
import type { Step } from '#domain/exchange/layout.ts'
import type { Lookup } from '#domain/exchange/lookup.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'

/** Sets `batchNo` on the body of the lot. `next` is the step that records the purchase. */
export async function nameCentreLot(
  scope: Scope,
  body: Record<string, unknown>,
  next: Step | undefined,
  find: (lookup: Lookup) => Promise<string>,
): Promise<void> {
  const place = next?.placed.find(({ path }) => path[0] === 'cropId')
  const [crop] = place ? await recordsById(scope, entityOf('crop'), [await find(place.lookup)]) : []
  const [centre] = await recordsById(scope, entityOf('processingsystem'), idIn(body.processingSystemId))
  const [season] = await recordsById(scope, entityOf('season'), idIn(body.seasonId), { lock: 'share' })
  const short = (code: string | undefined, length: number) =>
    (code ?? '')
      .replace(/^(CC|PSY)-/, '')
      .replaceAll(/[^A-Z0-9]/g, '')
      .slice(0, length)
  // What a ticket says of itself comes before the crop's claim: conventional goods have a lot of their own.
  const claim = next?.do === 'record' && next.data.asConventional === true ? 'CONVENTIONAL' : (crop?.claimStatus ?? 'NONE')
  body.batchNo = `${short(centre?.code, 6)}-${short(season?.code.replace(/-20(\d\d)$/, '$1'), 5)}-${claim}`.slice(0, 20)
}

const idIn = (value: unknown): string[] => (typeof value === 'string' ? [value] : [])
