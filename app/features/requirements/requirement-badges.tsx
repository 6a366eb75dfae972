import type { Enums } from "~/lib/database.types";
import { spaced } from "~/lib/text";
import { Badge, type BadgeColour } from "~/ui/badge";

type Status = Enums<"requirement_status">;
type Priority = Enums<"requirement_priority">;

const STATUS_COLOURS: Record<Status, BadgeColour> = {
  new: "blue",
  in_progress: "yellow",
  filled: "green",
  cancelled: "red",
};

const PRIORITY_COLOURS: Record<Priority, BadgeColour> = {
  urgent: "red",
  high: "orange",
  medium: "yellow",
  low: "green",
};

/** A requirement's status and priority, in their colours (§2). */
export function RequirementBadges({ status, priority }: { status: Status; priority: Priority }) {
  return (
    <p className="flex flex-wrap gap-2">
      <Badge colour={STATUS_COLOURS[status]} label="Status">
        {spaced(status)}
      </Badge>
      <Badge colour={PRIORITY_COLOURS[priority]} label="Priority">
        {priority}
      </Badge>
    </p>
  );
}
