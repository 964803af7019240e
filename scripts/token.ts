// `npm run --silent token -- ada@cotton`: a bearer token of a demo person, for curl and scripts. It signs in
// as a browser would, against the running development server, so the server needs no back door.

import { demoPeople, findDemoPerson } from '#server/dev/people.ts'
import { findRunning } from '#server/dev/running.ts'
import { signInOverHttp } from '#server/dev/sign-in.ts'

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

if (process.env.NODE_ENV === 'production') fail('There are no demo people in production.')
const login = process.argv[2] ?? ''
const person = findDemoPerson(login)
if (!person) fail(`Usage: npm run --silent token -- <person>\n\n${demoPeople.map((one) => `  ${one.login.padEnd(16)} ${one.name}, ${one.work}`).join('\n')}`)
const dataDir = process.env.DATA_DIR || '.data'
const port = process.env.PORT || findRunning(dataDir)?.port
if (!port) fail(`No server is running on ${dataDir}. Start one with npm start, or name its port with PORT.`)

try {
  const { accessToken } = await signInOverHttp(`http://${person.tenant}.localhost:${port}`, person.login)
  console.log(accessToken)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  fail(code === 'ECONNREFUSED' ? `Nothing answers at port ${port}.` : message)
}
