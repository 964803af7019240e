// Spans by OpenTelemetry over OTLP (HTTP, JSON). Fetched only where OTEL_EXPORTER_OTLP_ENDPOINT is set. By hand instead of the packages that
// instrument Node, http and pg by themselves: those need a loader before our first import, and write addresses and statements into spans.
import { AsyncLocalStorage } from 'node:async_hooks'
import { ROOT_CONTEXT, type Span, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Tracing } from './tracing.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

/** `endpoint`: of the collector, without `/v1/traces`. Headers for it are read from OTEL_EXPORTER_OTLP_HEADERS by the exporter itself. */
export function openTelemetry({ endpoint, version, service }: { endpoint: string; version: string; service: string }): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': version })
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('farmbook', version)
  const current = new AsyncLocalStorage<Span>()
  return {
    async span({ name, kind, facts, parent }, run, after) {
      const above = current.getStore()
      const remote = above ? undefined : contextOf(parent)
      const context = above ? trace.setSpan(ROOT_CONTEXT, above) : remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, context)
      try {
        const result = await current.run(span, run)
        const { name: better, facts: more, hasFailed } = after?.(result) ?? {}
        if (better) span.updateName(better)
        if (more) span.setAttributes(more)
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
        return result
      } catch (error) {
        // Not its message, which may name people.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    close: () => provider.shutdown(),
  }
}

/** W3C Trace Context, version 00. Undefined for anything else. */
function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
}
