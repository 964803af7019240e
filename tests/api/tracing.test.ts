// Spans for a collector: none, and nothing loaded, without the setting; with it requests, messages to the database and jobs, below whoever asked,
// without anything personal. The collector is a server of this test that takes OTLP over HTTP.
import { execFileSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entityOf } from '#domain/entities.ts'
import { createApp } from '#server/app.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { traceMessages } from '#server/db/connection.ts'
import { openTelemetry } from '#server/tracing/open-telemetry.ts'
import { type Tracing, tracedJobs, tracedMessages } from '#server/tracing/tracing.ts'
import { clientOf } from '../harness/client.ts'
import { openWorld, type World } from '../harness/world.ts'
import { sampleOf } from '../samples.ts'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }
type Sent = { traceId: string; spanId: string; parentSpanId?: string; name: string; kind: number; attributes: Attribute[]; status: { code?: number } }
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[] }
const bodies: string[] = []
let collector: Server
let world: World
let endpoint: string

beforeAll(async () => {
  world = await openWorld()
  collector = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      expect([request.method, request.url, request.headers['content-type']]).toEqual(['POST', '/v1/traces', 'application/json'])
      bodies.push(Buffer.concat(chunks).toString('utf8'))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})
afterAll(async () => {
  traceMessages(null)
  await new Promise((resolve) => collector.close(resolve))
})

/** What the collector was sent while this ran. */
async function traced(work: (tracing: Tracing) => Promise<void>): Promise<{ spans: Sent[]; resource: Attribute[] }> {
  bodies.length = 0
  const tracing = openTelemetry({ endpoint: `${endpoint}/`, version: '1.2.3', service: 'farmbook-test' })
  traceMessages(tracedMessages(tracing))
  try {
    await work(tracing)
  } finally {
    traceMessages(null)
    await tracing.close()
  }
  const all = bodies.flatMap((text) => (JSON.parse(text) as Body).resourceSpans)
  return { spans: all.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)), resource: all[0]?.resource.attributes ?? [] }
}
const attributeOf = ({ attributes }: { attributes: Attribute[] }, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue))
}
const clientFor = (tracing: Tracing) => {
  world.as('omar')
  const app = createApp({ ...world.deps, tracing })
  return clientOf(app, `${world.tenants.cotton.subdomain}.farmbook.test`, { 'x-test-user': world.people.omar?.id ?? '' }, '/api/operators/OP1')
}

describe('The setting', () => {
  it('is refused where it is no address (ConfigError), and off when it is empty', () => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(ConfigError)
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }).tracing).toBeNull()
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318', OTEL_SERVICE_NAME: 'gin' }).tracing).toEqual({
      endpoint: 'http://localhost:4318',
      service: 'gin',
    })
  })
  it('without it nothing of OpenTelemetry is loaded with the server but the names that prom-client takes from its interface', () => {
    const script = `const seen = []; const { registerHooks } = await import('node:module')
      registerHooks({ resolve: (name, context, next) => { if (name.includes('opentelemetry')) seen.push(name); return next(name, context) } })
      await import('#server/start.ts'); await import('#server/app.ts'); console.log(JSON.stringify(seen)); process.exit(0)`
    const loaded: string[] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }))
    expect(loaded.filter((name) => name !== '@opentelemetry/api')).toEqual([])
  })
})

describe('Spans', () => {
  it('of a request have the pattern of its route, and below it the messages to the database; the caller’s trace goes on', async () => {
    const [traceId, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
    const { spans, resource } = await traced(async (tracing) => {
      expect((await clientFor(tracing).get('/farmer?q=Gopal', { traceparent: `00-${traceId}-${parent}-01` })).status).toBe(200)
    })
    const [request] = spans.filter(({ kind }) => kind === 2)
    expect(request).toMatchObject({ traceId, parentSpanId: parent, name: 'GET /api/operators/:operator/farmer' })
    expect([attributeOf(request as Sent, 'http.route'), attributeOf(request as Sent, 'http.response.status_code')]).toEqual([
      '/api/operators/:operator/farmer',
      200,
    ])
    const messages = spans.filter(({ kind }) => kind === 3)
    expect(messages.length).toBeGreaterThan(0)
    for (const one of messages) expect([one.traceId, one.parentSpanId]).toEqual([traceId, request?.spanId])
    expect([attributeOf({ attributes: resource }, 'service.name'), attributeOf({ attributes: resource }, 'service.version')]).toEqual([
      'farmbook-test',
      '1.2.3',
    ])
  })
  it.each(['', '00-00000000000000000000000000000000-00f067aa0ba902b7-01', 'x'.repeat(500)])(
    'begin a trace of their own with the header “%s”',
    async (traceparent) => {
      const { spans } = await traced(async (tracing) => void (await clientFor(tracing).get('/farmer?limit=1', { traceparent })))
      const [request] = spans.filter(({ kind }) => kind === 2)
      expect([request?.parentSpanId, /^[0-9a-f]{32}$/.test(request?.traceId ?? '')]).toEqual([undefined, true])
    },
  )
  it('are none where the caller’s trace is not recorded', async () => {
    const { spans } = await traced(
      async (tracing) => void (await clientFor(tracing).get('/farmer?limit=1', { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` })),
    )
    expect(spans).toEqual([])
  })
  it('of a job have its topic, and its failure the name of the error alone', async () => {
    const { spans } = await traced(async (tracing) => {
      const trace = tracedJobs(tracing)
      await trace('export', async () => {
        await world.database.ping()
        await world.database.transaction(world.tenants.cotton.id, (db) =>
          db.selectFrom('farmer').select('id').where('tenant_id', '=', world.tenants.cotton.id).execute(),
        )
      })
      await trace('mail', () => Promise.reject(new TypeError('gopal@example.com is not there'))).catch(() => {})
    })
    const [done, failed] = ['job export', 'job mail'].map((name) => spans.find((span) => span.name === name))
    expect(done).toMatchObject({ kind: 5, status: { code: 0 } })
    expect(spans.some(({ parentSpanId }) => parentSpanId === done?.spanId)).toBe(true)
    expect([failed?.status.code, attributeOf(failed as Sent, 'error.type')]).toEqual([2, 'TypeError'])
    expect(bodies.join()).not.toContain('gopal@example.com')
  })
  it('carry no name, address, id or value of a statement', async () => {
    const sample = { ...sampleOf(entityOf('landowner')), name: 'Padmavati Secretname', phone: '+919812345678' }
    let id = ''
    const { spans } = await traced(async (tracing) => {
      const client = clientFor(tracing)
      const made = await client.post('/landowner', sample)
      expect(made.status).toBe(201)
      id = made.body.id
      await client.get(`/landowner/${id}?asOf=2020-01-01`)
      await client.get('/landowner?q=Padmavati')
    })
    expect(spans.length).toBeGreaterThan(5)
    const sent = bodies.join()
    for (const secret of ['Padmavati', 'Secretname', '9812345678', id, world.people.omar?.id ?? '', ' from ', 'insert into', world.tenants.cotton.subdomain])
      expect(sent).not.toContain(secret)
    const names = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...names].sort()).toEqual([
      'db.operation.batch.size',
      'db.operation.name',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
    ])
  })
})

it('A collector that is away hinders nobody', async () => {
  const tracing = openTelemetry({ endpoint: 'http://127.0.0.1:9', version: '1', service: 'x' })
  expect((await clientFor(tracing).get('/farmer?limit=1')).status).toBe(200)
  await tracing.close().catch(() => {})
})
