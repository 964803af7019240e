// The list that each counted figure of /dashboard opens (domain dictionary 11.1), and the lots that figures of /procdashboard add up (11.2): it shows as many records as the figure says. A list adds the season that
// was chosen itself, where its records have one.
import { claims } from '../kernel/terms.ts'

export type FigureList = { entity: string; search: Readonly<Record<string, string>> }

const plotsInUse = { 'filter[status]': 'DRAFT,MAPPED,VERIFIED,DISPUTED' }
const grown = { 'filter[role]': 'MAIN,INTERCROP', 'filter[status]': 'PLANNED,SOWN,GROWING,HARVESTING,HARVESTED,CLOSED' }
/** Farm lots are bought first. */
const boughtLots = { 'filter[unitType]': 'HEAP,BALE_LOT,BALE,CONE_LOT,ROLL_LOT,BAG_LOT,CARTON_LOT' }
export const notClosed = { 'filter[status]': 'OPEN,ACTION_SENT,ESCALATED,SANCTIONED' }

export const figureLists = {
  activeFarmers: { entity: 'farmer', search: { 'filter[status]': 'ACTIVE' } },
  withoutPhone: { entity: 'farmer', search: { 'filter[status]': 'ACTIVE', 'filter[phone][is]': 'empty' } },
  withoutContract: { entity: 'farmer', search: { 'filter[status]': 'ACTIVE', 'filter[contractSignedOn][is]': 'empty' } },
  inspected: { entity: 'farmerseason', search: { 'filter[inspection1On][is]': 'set', sort: 'inspection1On' } },
  approved: { entity: 'farmerseason', search: { 'filter[result]': 'APPROVED,CONDITIONAL' } },
  mapped: { entity: 'landparcel', search: { ...plotsInUse, 'filter[hasBoundary]': 'true' } },
  unmapped: { entity: 'landparcel', search: { ...plotsInUse, 'filter[hasBoundary]': 'false' } },
  verified: { entity: 'landparcel', search: { 'filter[status]': 'VERIFIED' } },
  conversionNotStarted: { entity: 'landparcel', search: { ...plotsInUse, 'filter[conversionStart][is]': 'empty' } },
  open: { entity: 'nonconformity', search: notClosed },
  /** Of /procdashboard (11.2). */
  lots: { entity: 'productbatch', search: boughtLots },
  restricted: { entity: 'productbatch', search: { ...boughtLots, 'filter[status]': 'QUARANTINED,RECALLED' } },
} as const satisfies Record<string, FigureList>

/** Plots in use of these claims. */
export const plotsOf = (claims: string): FigureList => ({ entity: 'landparcel', search: { ...plotsInUse, 'filter[organicStatus]': claims } })
export const openOf = (severity: string): FigureList => ({ entity: 'nonconformity', search: { ...notClosed, 'filter[severity]': severity } })
/** Crops of the type that count, whose estimate has an open finding. */
export const outliersOf = (cropTypeId: string): FigureList => ({
  entity: 'crop',
  search: { ...grown, 'filter[cropTypeId]': cropTypeId, 'filter[flag]': 'BR-06' },
})
export const withoutProof = (cropTypeId: string): FigureList => ({
  entity: 'crop',
  search: { ...grown, 'filter[cropTypeId]': cropTypeId, 'filter[nonGmProofKind][is]': 'empty' },
})
const there = { 'filter[onHandKg][gte]': '0.001' }
/** Certified goods in stock of which some are on no certificate. */
export const uncertifiedLots: FigureList = {
  entity: 'productbatch',
  search: {
    ...boughtLots,
    ...there,
    'filter[claimStatus]': Object.keys(claims)
      .filter((claim) => claim !== 'CONVENTIONAL')
      .join(),
    'filter[certifiableKg][gte]': '0.001',
    sort: '-certifiableKg',
  },
}
/** Of the seller at whose address they were counted, or of all. */
export const certificatesIn = (status: string, collectiveId: string | null): FigureList => ({
  entity: 'transactioncertificate',
  search: { 'filter[status]': status, ...(collectiveId ? { 'filter[collectiveId]': collectiveId } : {}) },
})
/** Lots in stock that lie since a day between the two; null: since any before, or after, the other. */
export const lyingBetween = (first: string | null, last: string | null, claim?: string): FigureList => ({
  entity: 'productbatch',
  search: {
    ...boughtLots,
    ...there,
    ...(claim ? { 'filter[claimStatus]': claim } : {}),
    ...(first ? { 'filter[lyingSince][gte]': first } : {}),
    ...(last ? { 'filter[lyingSince][lte]': last } : {}),
    sort: 'producedOn',
  },
})
/** Lots of a material with this claim that a company has received since a day. */
export const receivedBy = ({ holderId, productIds, claim }: { holderId: string; productIds: readonly string[]; claim: string }, from: string): FigureList => ({
  entity: 'productbatch',
  search: {
    'filter[processorId]': holderId,
    'filter[productId]': productIds.join(),
    'filter[claimStatus]': claim,
    'filter[receivedAt][is]': 'set',
    'filter[lyingSince][gte]': from,
  },
})
const sold = (cropTypeId: string) => ({ 'filter[role]': 'MAIN,INTERCROP', 'filter[cropTypeId]': cropTypeId })
/** Crops of a type behind each bar from estimate to purchase: those with such kilograms, most first; of what was not picked those with an estimate, least picked first; of more than was estimated those that were picked. */
export const cropsBehind = {
  estimate: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...grown, 'filter[cropTypeId]': cropTypeId, 'filter[estimatedKg][gte]': '0.001', sort: '-estimatedKg' },
  }),
  field: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...grown, 'filter[cropTypeId]': cropTypeId, 'filter[estimatedKg][gte]': '0.001', sort: 'harvestedKg' },
  }),
  harvest: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...sold(cropTypeId), 'filter[harvestedKg][gte]': '0.001', sort: '-harvestedKg' },
  }),
  above: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...sold(cropTypeId), 'filter[harvestedKg][gte]': '0.001', sort: '-harvestedKg' },
  }),
  retained: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...sold(cropTypeId), 'filter[retainedKg][gte]': '0.001', sort: '-retainedKg' },
  }),
  farm: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...sold(cropTypeId), 'filter[remainingSellableKg][gte]': '0.001', sort: '-remainingSellableKg' },
  }),
  purchase: (cropTypeId: string): FigureList => ({
    entity: 'crop',
    search: { ...sold(cropTypeId), 'filter[purchasedKg][gte]': '0.001', sort: '-purchasedKg' },
  }),
} as const
/** Lots of operators with this claim. */
export const lotsToCertify = (claim: string | null): FigureList => ({
  entity: 'productbatch',
  search: {
    ...(claim ? { 'filter[claimStatus]': claim } : {}),
    'filter[processorId][is]': 'empty',
    ...boughtLots,
  },
})
