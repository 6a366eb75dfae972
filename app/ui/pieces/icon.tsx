import type { IconName } from "~/lib/icon-names";
import badgeCheck from "~/ui/icons/badge-check.svg?raw";
import bed from "~/ui/icons/bed.svg?raw";
import briefcase from "~/ui/icons/briefcase.svg?raw";
import chartLine from "~/ui/icons/chart-line.svg?raw";
import chefHat from "~/ui/icons/chef-hat.svg?raw";
import cloud from "~/ui/icons/cloud.svg?raw";
import code from "~/ui/icons/code.svg?raw";
import cog from "~/ui/icons/cog.svg?raw";
import conciergeBell from "~/ui/icons/concierge-bell.svg?raw";
import creditCard from "~/ui/icons/credit-card.svg?raw";
import database from "~/ui/icons/database.svg?raw";
import graduationCap from "~/ui/icons/graduation-cap.svg?raw";
import handshake from "~/ui/icons/handshake.svg?raw";
import hardHat from "~/ui/icons/hard-hat.svg?raw";
import headphones from "~/ui/icons/headphones.svg?raw";
import heartPulse from "~/ui/icons/heart-pulse.svg?raw";
import hospital from "~/ui/icons/hospital.svg?raw";
import layoutDashboard from "~/ui/icons/layout-dashboard.svg?raw";
import microscope from "~/ui/icons/microscope.svg?raw";
import monitorPlay from "~/ui/icons/monitor-play.svg?raw";
import mousePointerClick from "~/ui/icons/mouse-pointer-click.svg?raw";
import parcel from "~/ui/icons/package.svg?raw";
import pill from "~/ui/icons/pill.svg?raw";
import plane from "~/ui/icons/plane.svg?raw";
import presentation from "~/ui/icons/presentation.svg?raw";
import ruler from "~/ui/icons/ruler.svg?raw";
import scale from "~/ui/icons/scale.svg?raw";
import school from "~/ui/icons/school.svg?raw";
import shieldCheck from "~/ui/icons/shield-check.svg?raw";
import ship from "~/ui/icons/ship.svg?raw";
import snowflake from "~/ui/icons/snowflake.svg?raw";
import stethoscope from "~/ui/icons/stethoscope.svg?raw";
import store from "~/ui/icons/store.svg?raw";
import tags from "~/ui/icons/tags.svg?raw";
import truck from "~/ui/icons/truck.svg?raw";
import umbrella from "~/ui/icons/umbrella.svg?raw";
import users from "~/ui/icons/users.svg?raw";
import utensils from "~/ui/icons/utensils.svg?raw";
import warehouse from "~/ui/icons/warehouse.svg?raw";
import wrench from "~/ui/icons/wrench.svg?raw";

// Lucide's drawings, version 1.62.0, kept here since its package is 67 MB (licence beside them). A page carries only those it shows.
const SOURCES: Record<IconName, string> = {
  "badge-check": badgeCheck,
  bed,
  briefcase,
  "chart-line": chartLine,
  "chef-hat": chefHat,
  cloud,
  code,
  cog,
  "concierge-bell": conciergeBell,
  "credit-card": creditCard,
  database,
  "graduation-cap": graduationCap,
  handshake,
  "hard-hat": hardHat,
  headphones,
  "heart-pulse": heartPulse,
  hospital,
  "layout-dashboard": layoutDashboard,
  microscope,
  "monitor-play": monitorPlay,
  "mouse-pointer-click": mousePointerClick,
  package: parcel,
  pill,
  plane,
  presentation,
  ruler,
  scale,
  school,
  "shield-check": shieldCheck,
  ship,
  snowflake,
  stethoscope,
  store,
  tags,
  truck,
  umbrella,
  users,
  utensils,
  warehouse,
  wrench,
};

/** What stands inside the `<svg>` of a drawing, without the file's line ends. */
function pathsOf(source: string): string {
  return source
    .slice(source.indexOf(">", source.indexOf("<svg")) + 1, source.lastIndexOf("</svg>"))
    .replace(/\s*\n\s*/g, "")
    .replaceAll(" />", "/>");
}

const PATHS = new Map(Object.entries(SOURCES).map(([name, source]) => [name, pathsOf(source)]));

/** An icon beside words that say the same: hidden from those who hear the page. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: PATHS.get(name) ?? "" }}
    />
  );
}
