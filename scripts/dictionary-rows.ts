// Writes the rows of the domain dictionary that certification stands on into tests/architecture/dictionary-extract.json, with a digest of the
// sections. To be run when the dictionary changes; a test says so where the dictionary is at hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { dictionaryPath, extractOf, extractPath } from '../tests/architecture/dictionary-extract.ts'

const path = process.argv[2] ?? dictionaryPath
if (!path) throw new Error('The dictionary is not beside the repository: name its file.')
const extract = extractOf(readFileSync(path, 'utf8'))
writeFileSync(extractPath, `${JSON.stringify(extract, null, 2)}\n`)
console.log(`${extract.rows.length} rows of ${path}`)
