import { context, propagation, SpanKind } from "@opentelemetry/api";
import { env } from "../app/lib/env.server.ts";
import { inSpan } from "../app/lib/tracing.server.ts";

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

/**
 * Answers a request within a span, as part of the trace that its `traceparent` names. The app gives the span its route;
 * paths and queries, which may hold what somebody typed, are not in it.
 */
export function traceRequest(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const parent = propagation.extract(context.active(), request.headers, {
    get: (headers, name) => headers.get(name) ?? undefined,
    keys: (headers) => [...headers.keys()],
  });
  const options = { kind: SpanKind.SERVER, attributes: { "http.request.method": request.method } };
  return inSpan(request.method, options, answer, parent);
}
