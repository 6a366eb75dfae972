import { expect, vi } from "vitest";
import { textOf } from "./page.ts";

/** A page holds all of these words. */
export const expectWords = vi.defineHelper((html: string, ...words: string[]): void => {
  for (const each of words) expect(html).toContain(each);
});

/** A page holds none of these words. */
export const expectNoWords = vi.defineHelper((html: string, ...words: string[]): void => {
  for (const each of words) expect(html).not.toContain(each);
});

/** An answer has a status, and a page that holds all of these words. @returns the page as it is read (`textOf`) */
export const expectPage = vi.defineHelper(
  async (answer: Response | Promise<Response>, status: number, ...words: string[]): Promise<string> => {
    const response = await answer;
    expect(response.status, `the status of ${response.url}`).toBe(status);
    const html = await textOf(response);
    expectWords(html, ...words);
    return html;
  },
);

/** An answer leads on, with this status. */
export const expectRedirect = vi.defineHelper(
  async (answer: Response | Promise<Response>, status: number, location: string): Promise<void> => {
    const response = await answer;
    const found = [response.status, response.headers.get("location")];
    expect(found, `the answer of ${response.url}`).toEqual([status, location]);
  },
);
