// Outlines of the parcels in a box, as the JSON of an answer: written from the texts of the database, for a village's boundaries are
// thousands of numbers that nobody here looks at.
import { sql } from 'kysely'
import { entityOf } from '#domain/entities.ts'
import type { Bbox } from '#domain/geo/area.ts'
import { queryAll, queryAllAndCommit, TextQuery, type TextRow } from '#server/db/connection.ts'
import type { Scope } from '../scope.ts'
import { ofOperator, withinAccessScope } from '../store/access-scope.ts'
import { idsInBox } from './overlaps.ts'

/** More outlines than anybody can distinguish on the map of a few villages. */
const mostOutlines = 500

/** Live parcels with a boundary that the person may see here, each as a JSON object. `isLast`: nothing is asked after it. */
export async function outlines(scope: Scope, box: Bbox, except: string | null, { isLast = false } = {}): Promise<string[]> {
  const landparcel = entityOf('landparcel')
  const query = sql`
    select r.id, r.code, r.title, r.parcel_no, r.status, r.boundary from landparcel as r
    where r.tenant_id = ${scope.tenant.id} and r.id = any(${idsInBox(scope, box)}) and r.boundary is not null and r.deleted_at is null and r.status <> 'RETIRED'
      and r.id is distinct from ${except}::uuid and ${withinAccessScope(scope, landparcel, 'V')} and ${ofOperator(scope, landparcel)}
    order by r.id limit ${mostOutlines}`
  const [rows] = await (isLast ? queryAllAndCommit : queryAll)(scope.db, new TextQuery(query))
  return rows.map(outline)
}

function outline([id, code, title, parcelNo, status, boundary]: TextRow): string {
  const [codeText, titleText, noText] = [code, title, parcelNo].map((text) => JSON.stringify(text))
  // The database writes a blank after each comma; there is no text in a boundary that could hold one.
  return `{"id":"${id}","code":${codeText},"title":${titleText},"parcelNo":${noText},"status":"${status}","polygon":${boundary?.replaceAll(', ', ',')}}`
}
