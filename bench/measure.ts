// Two ways of answering the same question, asked in turns in one run, so that whatever else the machine does
// meets both alike. Only the ratio of the medians is worth reading.
import { request as send } from 'node:http'

export type Ask = { port: number; path: string; host?: string; method?: string; headers?: Record<string, string>; body?: () => string }
/** `before`: what is done before each call of the product, outside the time that is measured; such a pair is not run several at once. */
export type Pair = { name: string; product: Ask; bare: Ask; before?: () => Promise<unknown> }
export type Ratio = { name: string; productMs: number; bareMs: number; ratio: number; spread: number; bytes: number }

/** One request; answers milliseconds until the last byte. Throws on any answer that is not 2xx: a refusal is quick, and no measure. */
export function ask({ port, path, host = 'localhost', method = 'GET', headers = {}, body }: Ask): Promise<{ ms: number; bytes: number; text: string }> {
  const from = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = send({ port, host: '127.0.0.1', path, method, headers: { host: `${host}:${port}`, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const status = response.statusCode ?? 0
        if (status < 200 || status > 299) reject(new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`))
        else resolve({ ms: performance.now() - from, bytes: text.length, text })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(body?.())
  })
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** `rounds` requests of each side, alternating, after a warm-up. `spread`: the middle half of the ratios of neighbours. */
export async function compare({ name, product, bare, before }: Pair, rounds = 150): Promise<Ratio> {
  for (let index = 0; index < 20; index++) {
    await ask(product)
    await ask(bare)
  }
  const taken: [number, number][] = []
  let bytes = 0
  for (let index = 0; index < rounds; index++) {
    await before?.()
    const one = await ask(product)
    bytes = one.bytes
    taken.push([one.ms, (await ask(bare)).ms])
  }
  const productMs = median(taken.map(([ms]) => ms))
  const bareMs = median(taken.map(([, ms]) => ms))
  const ratios = taken.map(([a, b]) => a / b).toSorted((a, b) => a - b)
  const spread = (ratios[Math.floor(rounds * 0.75)] ?? 0) - (ratios[Math.floor(rounds * 0.25)] ?? 0)
  return { name, productMs, bareMs, ratio: productMs / bareMs, spread, bytes }
}

/** Requests per second with `width` of them under way at once, each side in turn; answers [product, bare]. */
export async function throughput({ product, bare }: Pair, width = 8, each = 200): Promise<[number, number]> {
  const run = async (one: Ask) => {
    const from = performance.now()
    let left = each
    await Promise.all(
      Array.from({ length: width }, async () => {
        while (left-- > 0) await ask(one)
      }),
    )
    return (each / (performance.now() - from)) * 1000
  }
  await run(product)
  await run(bare)
  return [await run(product), await run(bare)]
}
