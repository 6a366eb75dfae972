/** The longest message, in bytes: all that counts in it is an id. */
const LONGEST_BODY = 4 * 1024;

/** Reads a body, and stops reading where it gets too long. @returns its text, or null for one that is too long */
export async function readBody(request: Request): Promise<string | null> {
  if (!request.body) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder();
  let length = 0;
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
