// The place at which an event was recorded, beside the plot that its subject is, or stands on (domain dictionary 1.3). Asked only of what came with a position.
import { placeFinding, type RecordedPlace } from '#domain/geo/recorded-place.ts'
import type { Finding, Row } from '#domain/kernel/entity.ts'
import type { Polygon } from '#domain/kernel/kinds.ts'
import type { Scope } from '../scope.ts'

/** Those whose events are recorded in the field, where the record is: a ticket or a notice may be written at a desk. */
const onLand: ReadonlySet<string> = new Set(['landparcel', 'croppingsystem', 'crop'])

export async function findingsOfPlace(scope: Scope, entity: string, subject: Row, place: RecordedPlace): Promise<Finding[]> {
  if (!onLand.has(entity)) return []
  const finding = placeFinding(place, await boundaryOf(scope, subject))
  return finding ? [finding] : []
}

async function boundaryOf({ db, tenant }: Scope, { boundary, parcelId }: Row): Promise<Polygon | null> {
  if (isPolygon(boundary)) return boundary
  if (typeof parcelId !== 'string') return null
  const plot = await db.selectFrom('landparcel').select('boundary').where('tenant_id', '=', tenant.id).where('id', '=', parcelId).executeTakeFirst()
  return isPolygon(plot?.boundary) ? plot.boundary : null
}
const isPolygon = (value: unknown): value is Polygon => typeof value === 'object' && value !== null && 'type' in value && value.type === 'Polygon'
