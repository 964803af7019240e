// Seed of a group (BR-20): in no season do its members sow more of the seed that they have from it than it handed out to them.
import type { Finding } from '../kernel/entity.ts'
import { kilograms, listed, phrase, type Sentence, sentences } from '../messages/message.ts'
import { toGrams, toKg } from './ledger.ts'

/** `seasonId`: absent where no season is known. `varietyId` null: of any variety of the crop; `cropTypeId` null: of any crop. */
export type SeedIssued = { seasonId: string | null; cropTypeId: string | null; varietyId: string | null; kg: number }
export type SeedSown = { seasonId: string; season: string; cropTypeId: string; varietyId: string; variety: string; kg: number }

/** Of one season: what was sown of the varieties that not enough was handed out of, and what was handed out that may have been theirs. */
type Shortage = { season: string; varieties: string[]; sownKg: number; issuedKg: number }

const gramsOf = (list: readonly { kg: number }[]): number => list.reduce((sum, { kg }) => sum + toGrams(kg), 0)

/**
 * Seed of a named variety was sown as that one. What no variety was named of fills what is missing of its crop, and what no crop was named of
 * what is missing then.
 */
function shortageIn(season: string, sown: readonly SeedSown[], issued: readonly SeedIssued[]): Shortage | null {
  const short: string[] = []
  let sownGrams = 0
  let issuedGrams = 0
  for (const [cropTypeId, ofCrop] of Map.groupBy(sown, (one) => one.cropTypeId)) {
    const missing = [...Map.groupBy(ofCrop, (one) => one.varietyId)].flatMap(([varietyId, list]) => {
      const handedOut = gramsOf(issued.filter((one) => one.varietyId === varietyId))
      return gramsOf(list) > handedOut ? [{ name: list[0]?.variety ?? varietyId, sown: gramsOf(list), handedOut }] : []
    })
    const ofAnyVariety = gramsOf(issued.filter((one) => one.cropTypeId === cropTypeId && one.varietyId === null))
    const used = missing.reduce((sum, one) => sum + one.sown, 0)
    const given = missing.reduce((sum, one) => sum + one.handedOut, ofAnyVariety)
    if (used <= given) continue
    short.push(...missing.map(({ name }) => name))
    sownGrams += used
    issuedGrams += given
  }
  issuedGrams += gramsOf(issued.filter((one) => one.cropTypeId === null && one.varietyId === null))
  return sownGrams > issuedGrams ? { season, varieties: short.sort(), sownKg: toKg(sownGrams), issuedKg: toKg(issuedGrams) } : null
}

const sentenceOf = ({ season, varieties, sownKg, issuedKg }: Shortage): Sentence =>
  phrase`${season}: members sowed ${kilograms(sownKg)} of seed that they have from the group (${listed(varieties)}); ${kilograms(issuedKg)} were handed out.`

/** One finding for the group, with each season in which more was sown than handed out; null: in none. */
export function checkGroupSeed(sown: readonly SeedSown[], issued: readonly SeedIssued[]): Finding | null {
  const shortages = [...Map.groupBy(sown, ({ seasonId }) => seasonId)]
    .flatMap(([seasonId, list]) => {
      const found = shortageIn(
        list[0]?.season ?? '',
        list,
        issued.filter((one) => one.seasonId === seasonId),
      )
      return found ? [found] : []
    })
    .sort((one, other) => (one.season < other.season ? -1 : 1))
  if (shortages.length === 0) return null
  return { ruleId: 'BR-20', severity: 'WARN', message: sentences(shortages.map(sentenceOf)), figures: { seasons: shortages } }
}
