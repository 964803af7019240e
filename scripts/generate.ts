// Writes docs/generated from the declarations, so that those documents cannot lie. `--check` writes nothing and
// ends with 1 when a document is not what it should be; that is what the test run does.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { access } from '#domain/access-table.ts'
import { entities } from '#domain/entities.ts'
import { openApi } from '#server/http/openapi.ts'
import { apiCalls } from './generate/api.ts'
import { dataModel } from './generate/data-model.ts'
import { permissions } from './generate/permissions.ts'

const folder = 'docs/generated'
const documents: Readonly<Record<string, string>> = {
  'api.md': apiCalls(openApi()),
  'data-model.md': dataModel(entities),
  'permissions.md': permissions(entities, access),
}

const isCheck = process.argv.includes('--check')
mkdirSync(folder, { recursive: true })
const there = readdirSync(folder)
const stale = Object.keys(documents).filter((name) => !there.includes(name) || readFileSync(join(folder, name), 'utf8') !== documents[name])
const leftOver = there.filter((name) => !(name in documents))

if (isCheck) {
  for (const name of stale) console.log(`${folder}/${name} is not what the declarations say.`)
  for (const name of leftOver) console.log(`${folder}/${name} is written by nobody any more.`)
  process.exitCode = stale.length + leftOver.length ? 1 : 0
} else {
  for (const name of stale) writeFileSync(join(folder, name), documents[name] ?? '')
  for (const name of leftOver) rmSync(join(folder, name))
  console.log(stale.length + leftOver.length ? `Written anew: ${[...stale, ...leftOver].join(', ')}` : 'Nothing changed.')
}
