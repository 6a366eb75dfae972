import { z } from "zod";

/** What of somebody each of their applications has said otherwise than their record, those that were sent last first. */
export const typedOtherwiseSchema = z
  .array(
    z
      .object({
        /** Where it came from, of another spelling of the address, which may be another person's. */
        email: z.string(),
        full_name: z.string(),
        phone: z.string(),
        city: z.string(),
        notice_period: z.string(),
        skills: z.array(z.string()),
        employer: z.string(),
        /** Words of an application that has been sent again. */
        said: z.string(),
      })
      .partial(),
  )
  .nullish();

export type TypedOtherwise = z.output<typeof typedOtherwiseSchema>;
