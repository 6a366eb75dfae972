import { context, propagation, SpanKind, type Context } from "@opentelemetry/api";
import { env } from "../app/lib/config/env.server.ts";
import { inSpan } from "../app/lib/observe/tracing.server.ts";

/** Sends what is still to be sent. */
export type StopTracing = () => Promise<void>;

/**
 * Starts OpenTelemetry. Where traces go, what the service is called and how much is sampled is said by its own
 * variables (`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, ...). Loaded only when wanted.
 */
export async function startTracing(): Promise<StopTracing> {
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const named = resources.resourceFromAttributes({
    "service.name": "site",
    "service.version": env.BUILD_VERSION,
    "vcs.ref.head.revision": env.BUILD_REVISION,
  });
  const provider = new NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(named)
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return () => provider.shutdown();
}

/** The trace that a request's headers name. */
function namedContext({ headers }: Request): Context {
  return propagation.extract(context.active(), headers, {
    get: (carrier, name) => carrier.get(name) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
}

/**
 * Answers a request within a span, as part of the trace that a trusted proxy's `traceparent` names: a visitor's own would
 * have as many requests sampled as they like. The app gives the span its route; paths and queries, which may hold what
 * somebody typed, are not in it.
 */
export function traceRequest(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const options = { kind: SpanKind.SERVER, attributes: { "http.request.method": request.method } };
  return inSpan(request.method, options, answer, env.TRUST_PROXY > 0 ? namedContext(request) : context.active());
}
