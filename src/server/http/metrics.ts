// Counting what is answered, written as plain text in the format Prometheus reads. Routes, not addresses:
// an address holds ids, and a million of them would be a million series.
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'

/** Upper bounds of the duration buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
type Series = { labels: string; buckets: number[]; count: number; seconds: number }

export type Metrics = { measure: MiddlewareHandler; text(): string }

export function createMetrics(facts: Readonly<Record<string, string>> = {}): Metrics {
  const series = new Map<string, Series>()
  const started = Date.now()
  return {
    async measure(context, next) {
      const startedAt = performance.now()
      await next()
      const labels = `method="${context.req.method}",route="${routeOf(context)}",status="${context.res.status}"`
      const one = series.get(labels) ?? { labels, buckets: bounds.map(() => 0), count: 0, seconds: 0 }
      series.set(labels, one)
      const seconds = (performance.now() - startedAt) / 1000
      one.count += 1
      one.seconds += seconds
      bounds.forEach((bound, index) => {
        if (seconds <= bound) one.buckets[index] = (one.buckets[index] ?? 0) + 1
      })
    },
    text() {
      const { rss, heapUsed } = process.memoryUsage()
      const lines = [
        '# HELP farmbook_info What is running.',
        '# TYPE farmbook_info gauge',
        `farmbook_info{${Object.entries(facts)
          .map(([name, value]) => `${name}="${value}"`)
          .join(',')}} 1`,
        '# HELP farmbook_uptime_seconds Time since start.',
        '# TYPE farmbook_uptime_seconds gauge',
        `farmbook_uptime_seconds ${Math.round((Date.now() - started) / 1000)}`,
        '# HELP farmbook_memory_bytes Memory of the process.',
        '# TYPE farmbook_memory_bytes gauge',
        `farmbook_memory_bytes{kind="rss"} ${rss}`,
        `farmbook_memory_bytes{kind="heap"} ${heapUsed}`,
        '# HELP farmbook_request_seconds Time to answer.',
        '# TYPE farmbook_request_seconds histogram',
      ]
      for (const { labels, buckets, count, seconds } of series.values()) {
        buckets.forEach((n, index) => {
          lines.push(`farmbook_request_seconds_bucket{${labels},le="${bounds[index]}"} ${n}`)
        })
        lines.push(
          `farmbook_request_seconds_bucket{${labels},le="+Inf"} ${count}`,
          `farmbook_request_seconds_sum{${labels}} ${seconds.toFixed(6)}`,
          `farmbook_request_seconds_count{${labels}} ${count}`,
        )
      }
      return `${lines.join('\n')}\n`
    },
  }
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])
/** The pattern of the route that answered; what nobody answers is one series. */
function routeOf(context: Context): string {
  const path = routePath(context)
  return methods.has(context.req.method) && path !== '*' && path !== '/*' ? path.replaceAll('"', '') : 'other'
}
