import { z } from "zod";
import { LIMITS, textWithin } from "./fields";
import { cleanText, firstCharacters, oneLine } from "~/lib/format/text";

/**
 * So many skills are given back of a list that is too long, for a person to shorten it. Two such lists stay below the most
 * entries of a form (middleware/limits).
 */
export const MOST_SKILLS = LIMITS.skills + 30;
/** More than a whole list takes, in characters: what one entry has beyond that is not looked at. */
const LONGEST_SKILLS = (LIMITS.skill + 2) * MOST_SKILLS;

/**
 * Skills as the form sends them: trimmed, blank ones ignored (§5), each once whatever its capitals, "a, b; c" as three, and
 * so a list that was pasted, one a line.
 */
export function cleanSkills(skills: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const entry of skills) {
    for (const part of firstCharacters(entry, LONGEST_SKILLS).split(/[,;•\n\r]/)) {
      const skill = oneLine(cleanText(part));
      const key = skill.normalize().toLowerCase();
      if (skill !== "" && !known.has(key)) known.set(key, skill);
      if (known.size === MOST_SKILLS) return [...known.values()];
    }
  }
  return [...known.values()];
}

const skills = z.array(textWithin(LIMITS.skill, "a skill")).max(LIMITS.skills, `List ${LIMITS.skills} skills or fewer`);

function skillList(schema: z.ZodType<string[], string[]>) {
  return z.array(z.string()).transform(cleanSkills).pipe(schema);
}

/** A list of skills that must not be empty. */
export function requiredSkills(message: string) {
  return skillList(skills.min(1, message));
}

/** A list of skills that may be empty. */
export const optionalSkills = skillList(skills);
