// What a trace shows of each plot, crop and lot in it, as far as its reader may see: a plot or a farmer out of
// reach is a nameless origin with its kilograms.
import { canOn } from '#domain/access.ts'
import type { PlaceOfOrigin, TraceNode } from '#domain/chain/chain-reports.ts'
import { entityOf } from '#domain/entities.ts'
import type { Row } from '#domain/kernel/entity.ts'
import type { Point } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'
import { recordsById } from '../store/get.ts'
import { organicStatusOf } from '../store/organic-status.ts'

type Described = Omit<TraceNode, 'kg' | 'share'>

export async function describe(
  scope: Scope,
  ids: Readonly<Record<'parcel' | 'crop' | 'productbatch', readonly string[]>>,
): Promise<{ nodes: Map<string, Described>; origins: Map<string, PlaceOfOrigin> }> {
  const [parcelOf, cropOf, lotOf] = [entityOf('landparcel'), entityOf('crop'), entityOf('productbatch')]
  const parcels = await recordsById(scope, parcelOf, ids.parcel)
  const crops = await recordsById(scope, cropOf, ids.crop)
  const lots = await recordsById(scope, lotOf, ids.productbatch)
  const farmers = await byId(
    scope,
    'farmer',
    parcels.map((row) => row.farmerId),
  )
  const products = await byId(
    scope,
    'product',
    lots.map((row) => row.productId),
  )
  const systems = await byId(
    scope,
    'processingsystem',
    lots.map((row) => row.processingSystemId),
  )

  const origins = new Map(parcels.map((row) => [row.id, originOf(scope, row, farmers.get(row.farmerId))]))
  const nodes = new Map<string, Described>()
  for (const row of parcels) {
    const isOpen = canOn(scope.user, parcelOf, 'V', row)
    nodes.set(row.id, {
      id: row.id,
      kind: 'parcel',
      title: isOpen ? row.title : row.code,
      code: row.code,
      product: null,
      claim: organicStatusOf(scope, row),
      status: row.status,
      unitType: null,
      place: isOpen ? row.village : null,
      at: null,
      point: isOpen ? pointOf(row) : null,
      isOpen,
    })
  }
  for (const row of crops) {
    const isOpen = canOn(scope.user, cropOf, 'V', row)
    nodes.set(row.id, {
      id: row.id,
      kind: 'crop',
      title: row.title,
      code: row.code,
      product: row.cropName,
      claim: row.claimStatus ?? null,
      status: row.status,
      unitType: null,
      place: isOpen ? row.village : null,
      at: row.sowingDate,
      point: null,
      isOpen,
    })
  }
  for (const row of lots) {
    const system = systems.get(row.processingSystemId as string)
    nodes.set(row.id, {
      id: row.id,
      kind: 'productbatch',
      title: row.title,
      code: row.code,
      product: products.get(row.productId)?.title ?? null,
      claim: row.claimStatus ?? null,
      status: row.status,
      unitType: row.unitType,
      place: system?.title ?? null,
      at: row.producedOn,
      point: (system?.point as Point | null | undefined) ?? null,
      isOpen: canOn(scope.user, lotOf, 'V', row),
    })
  }
  return { nodes, origins }
}

function originOf(scope: Scope, parcel: Row, farmer: Row | undefined): PlaceOfOrigin {
  const isOpen = canOn(scope.user, entityOf('landparcel'), 'V', parcel)
  const isKnown = farmer !== undefined && canOn(scope.user, entityOf('farmer'), 'V', farmer)
  return {
    parcelId: parcel.id,
    code: parcel.code,
    name: isOpen ? parcel.title : null,
    village: isOpen ? (parcel.village as string | null) : null,
    farmer: isKnown ? farmer.title : null,
    farmerId: isKnown ? farmer.id : null,
    point: isOpen ? pointOf(parcel) : null,
    areaHa: isOpen ? ((parcel.mappedAreaHa ?? parcel.declaredAreaHa) as number) : null,
    isOpen,
  }
}
const pointOf = (parcel: Row): Point | null => (parcel.centroid as Point | null) ?? (parcel.point as Point | null)

async function byId(scope: Scope, entity: string, ids: readonly unknown[]): Promise<Map<string, Row>> {
  const wanted = [...new Set(ids.filter((id): id is string => typeof id === 'string'))]
  return new Map((await recordsById(scope, entityOf(entity), wanted)).map((row) => [row.id, row]))
}
