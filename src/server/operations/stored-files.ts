// What the files of one programme take of its quota, by what they are and what names them. Everything that the quota counts is in it: files that are
// on their way in or out, and those of imports that wait or run.
import { sql } from 'kysely'
import type { OperationsStorage } from '#domain/tenancy/operations-answer.ts'
import type { Db } from '../scope.ts'
import { usedRoom } from '../store/stored-bytes.ts'

/** The largest first; sizes in bytes. A file that several records name counts with the first that named it. */
export async function storedFiles(db: Db, tenantId: number): Promise<Omit<OperationsStorage, 'quotaBytes'>> {
  const { rows: items } = await sql<OperationsStorage['items'][number]>`
    select kind, owner, count(*)::integer as files, sum(size)::bigint as bytes from (
      select case when f.media_type like 'image/%' then 'PICTURE' when f.media_type = 'application/pdf' then 'DOCUMENT'
          when f.media_type like '%kml+xml' then 'MAP' else 'TABLE' end as kind,
        coalesce(
          (select u.entity from file_use as u where u.tenant_id = f.tenant_id and u.file_id = f.id order by u.used_at, u.entity limit 1),
          (select 'export' from export_job as e where e.tenant_id = f.tenant_id and e.file_id = f.id limit 1),
          (select 'report' from report_run as r where r.tenant_id = f.tenant_id and r.file_id = f.id limit 1),
          'nothing') as owner,
        f.size
      from file as f where f.tenant_id = ${tenantId}
      union all
      select 'TABLE', 'import', sum(length(p.bytes)) from import_part as p where p.tenant_id = ${tenantId} group by p.import_id
    ) as one group by kind, owner order by 4 desc, 1, 2`.execute(db)
  const { rows } = await sql<{ awaited: number }>`select count(distinct file_id)::integer as awaited from awaited_file where tenant_id = ${tenantId}`.execute(
    db,
  )
  return { items, usedBytes: await usedRoom(db, tenantId), awaited: rows[0]?.awaited ?? 0 }
}
