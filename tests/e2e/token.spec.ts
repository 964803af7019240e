// The token command against the running product: what it prints is enough for every call, and in production
// it prints nothing.
import { execFile } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { loopback } from '#server/dev/sign-in.ts'
import { port } from './harness.ts'

type Ran = { code: number; out: string; printed: string }
const token = (login: string, env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, NODE_ENV: 'development', PORT: String(port()), ...env } }
    execFile(process.execPath, ['scripts/token.ts', login], options, (error, out, printed) =>
      resolve({ code: error ? Number(error.code) : 0, out: out.trim(), printed }),
    )
  })
const access = async (bearer: string) =>
  (await loopback(new Request(`http://cotton.localhost:${port()}/api/auth`, { headers: { authorization: `Bearer ${bearer}` } }))).json()

describe('npm run token', () => {
  it('refuses in production, printing nothing to use (exit 1)', async () => {
    expect(await token('ada@cotton', { NODE_ENV: 'production' })).toEqual({ code: 1, out: '', printed: 'There are no demo people in production.\n' })
  })
  it('lists the people it knows when the name is not one of them (exit 1)', async () => {
    const { code, out, printed } = await token('mallory@cotton')
    expect([code, out]).toEqual([1, ''])
    expect(printed).toContain('ada@cotton')
  })
  it('says where it looked when nothing answers there (exit 1)', async () => {
    expect(await token('ada@cotton', { PORT: '9' })).toEqual({ code: 1, out: '', printed: 'Nothing answers at port 9.\n' })
  })
  it('prints a bearer token and nothing else, good for that person’s calls', async () => {
    const { code, out } = await token('omar@cotton')
    expect([code, out]).toEqual([0, expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/)])
    expect(await access(out)).toMatchObject({ allow: true, operator: 'OP1', roles: ['OPERATOR_MANAGER'], user: { email: 'omar@cotton.example' } })
  })
})
