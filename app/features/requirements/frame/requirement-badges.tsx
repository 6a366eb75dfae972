import type { Enums } from "~/lib/backend/database.types";
import { Badge, type BadgeColour } from "~/ui/pieces/badge";
import { statusOf, statusWord, type Status } from "~/features/requirements/statuses";

type Priority = Enums<"requirement_priority">;

/** The colour of each priority (§4). */
const PRIORITY_COLOURS: Record<Priority, BadgeColour> = {
  urgent: "red",
  high: "orange",
  medium: "yellow",
  low: "green",
};

/** A requirement's status and priority, in their colours (§2). */
export function RequirementBadges({ status, priority }: { status: Status; priority: Priority }) {
  return (
    <>
      <Badge colour={statusOf(status).badge} label="Status">
        {statusWord(status)}
      </Badge>{" "}
      <Badge colour={PRIORITY_COLOURS[priority]} label="Priority">
        {priority}
      </Badge>
    </>
  );
}
