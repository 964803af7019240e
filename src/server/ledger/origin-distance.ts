// How far the plots of goods lie from the gin that they go to, or came from (BR-16): from their centre, weighted by kilograms.
import type { CertificateFacts, LotFacts } from '#domain/chain/certificate-facts.ts'

export type Origin = { kg: number; lon: number | null; lat: number | null }
type Place = { lon: number; lat: number }
export type Gins = { buyer: string; isBuyerGin: boolean; isSellerGin: boolean; seller: string | null; buyerGin: Place | null; sellerGin: Place | null }

/** Great-circle distance (km) on a sphere of the mean radius: within 0.5 % of the ellipsoid. */
export function kmBetween(one: Place, other: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const [lat1, lat2, dLon] = [radians(one.lat), radians(other.lat), radians(other.lon - one.lon)]
  const half = Math.sin((lat2 - lat1) / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(half)))
}

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
  const all = placed.reduce((sum, { kg }) => sum + kg, 0)
  const unplacedKg = Math.round(origins.reduce((sum, { kg, lon }) => sum + (lon === null ? Number(kg) * 1000 : 0), 0)) / 1000
  const gin = place ? (seller === 'collective' ? gins.buyer : gins.seller) : null
  if (!place || all <= 0) return { km: null, furthestKm: null, unplacedKg, gin }
  const centre = { lon: placed.reduce((sum, { kg, lon }) => sum + (kg / all) * lon, 0), lat: placed.reduce((sum, { kg, lat }) => sum + (kg / all) * lat, 0) }
  const tenth = (km: number) => Math.round(km * 10) / 10
  return { km: tenth(kmBetween(centre, place)), furthestKm: tenth(placed.reduce((most, one) => Math.max(most, kmBetween(one, place)), 0)), unplacedKg, gin }
}
