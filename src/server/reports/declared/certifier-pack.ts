// R28. The index of the pack: what is in it, with how many rows and which fingerprint.
import { certifierPack } from '#domain/reports/certifier-pack.ts'
import { indexOf, packOf } from '../engine/pack.ts'
import { reportQuery } from '../engine/report-query.ts'
import { wholeReport } from '../engine/run-report.ts'

export const query = reportQuery(certifierPack, {
  rows: async ({ scope, values }, limit) =>
    indexOf(await packOf(scope, certifierPack, values, (report, own) => wholeReport(scope, report, own))).slice(0, limit),
})
