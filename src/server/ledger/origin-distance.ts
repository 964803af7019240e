// How far the plots of goods lie from the gin that they go to, or came from (BR-16): from their centre, weighted by kilograms.
import type { CertificateFacts, LotFacts } from '#domain/chain/certificate-facts.ts'
import { centreOf, geodesicKm, type Place } from '#domain/geo/geodesic.ts'

export type Origin = { kg: number; lon: number | null; lat: number | null }
export type Gins = { buyer: string; isBuyerGin: boolean; isSellerGin: boolean; seller: string | null; buyerGin: Place | null; sellerGin: Place | null }

const ginned: readonly string[] = ['SEED_COTTON', 'LINT', 'BALE', 'COTTONSEED']

/** Null: neither sent to a gin by a group, nor sold by one. */
export function originDistance(
  origins: readonly Origin[],
  gins: Gins | null,
  seller: 'collective' | 'processor',
  lots: readonly Pick<LotFacts, 'material'>[],
): CertificateFacts['distance'] {
  const isGin = seller === 'collective' ? gins?.isBuyerGin : gins?.isSellerGin
  if (!gins || !isGin || !lots.some(({ material }) => ginned.includes(material))) return null
  const place = seller === 'collective' ? gins.buyerGin : gins.sellerGin
  const placed = origins.flatMap(({ kg, lon, lat }) => (lon !== null && lat !== null ? [{ kg: Number(kg), lon, lat }] : []))
  const centre = centreOf(placed.map(({ kg, lon, lat }) => ({ lon, lat, weight: kg })))
  const unplacedKg = Math.round(origins.reduce((sum, { kg, lon }) => sum + (lon === null ? Number(kg) * 1000 : 0), 0)) / 1000
  const gin = place ? (seller === 'collective' ? gins.buyer : gins.seller) : null
  if (!place || !centre) return { km: null, furthestKm: null, unplacedKg, gin }
  // To the metre: what lies a metre too far does so.
  const toMetre = (km: number) => Math.round(km * 1000) / 1000
  return { km: toMetre(geodesicKm(centre, place)), furthestKm: toMetre(Math.max(...placed.map((one) => geodesicKm(one, place)))), unplacedKg, gin }
}
