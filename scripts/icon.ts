// npm run icon -- AddOutlined …: takes icons of Material Design, as MUI publishes them, into src/web/icons, a file each. So the
// product has the two hundred it shows, and not a dependency of 43,000 files.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kebab, shapesOf, sourceOf } from './icon-source.ts'

const source = '@mui/icons-material@9.5.0'
const names = process.argv.slice(2)
if (!names.length) fail('npm run icon -- <name as at mui.com/material-ui/material-icons, like AddOutlined> …', 2)

const folder = mkdtempSync(join(tmpdir(), 'farmbook-icons-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
run(process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'], ['pack', source, '--silent', '--pack-destination', folder])
const written = names.map((name) => {
  run(['tar'], ['-xzf', join(folder, 'mui-icons-material-9.5.0.tgz'), '-C', folder, `package/${name}.mjs`])
  const file = `src/web/icons/${kebab(name)}.ts`
  writeFileSync(file, sourceOf(name, shapesOf(readFileSync(join(folder, 'package', `${name}.mjs`), 'utf8'))))
  console.log(`import { ${name} } from '#${file.slice('src/'.length)}'`)
  return file
})
run([process.execPath], ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...written])

function run([program = '', ...first]: readonly string[], args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, [...first, ...args], { encoding: 'utf8' })
  if (status !== 0) fail(stderr.trim() || `${program} ${args.join(' ')} did not work.`, 1)
}

function fail(sentence: string, code: number): never {
  console.error(sentence)
  process.exit(code)
}
