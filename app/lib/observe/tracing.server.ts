import { context, SpanStatusCode, trace, type Context, type SpanOptions } from "@opentelemetry/api";

/**
 * Does something that ends in a response as a span of its own, which notes the status and whether it failed.
 *
 * @param parent the context it belongs to; the current one when not given
 */
export function inSpan(
  name: string,
  options: SpanOptions,
  work: () => Promise<Response>,
  parent: Context = context.active(),
): Promise<Response> {
  return trace.getTracer("site").startActiveSpan(name, options, parent, async (span) => {
    try {
      const response = await work();
      span.setAttribute("http.response.status_code", response.status);
      if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      return response;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
