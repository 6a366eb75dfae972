import type { IconName } from "~/lib/icon-names";
import badgeCheck from "../icons/badge-check.svg?raw";
import bed from "../icons/bed.svg?raw";
import briefcase from "../icons/briefcase.svg?raw";
import chartLine from "../icons/chart-line.svg?raw";
import chefHat from "../icons/chef-hat.svg?raw";
import cloud from "../icons/cloud.svg?raw";
import code from "../icons/code.svg?raw";
import cog from "../icons/cog.svg?raw";
import conciergeBell from "../icons/concierge-bell.svg?raw";
import creditCard from "../icons/credit-card.svg?raw";
import database from "../icons/database.svg?raw";
import graduationCap from "../icons/graduation-cap.svg?raw";
import handshake from "../icons/handshake.svg?raw";
import hardHat from "../icons/hard-hat.svg?raw";
import headphones from "../icons/headphones.svg?raw";
import heartPulse from "../icons/heart-pulse.svg?raw";
import hospital from "../icons/hospital.svg?raw";
import layoutDashboard from "../icons/layout-dashboard.svg?raw";
import microscope from "../icons/microscope.svg?raw";
import monitorPlay from "../icons/monitor-play.svg?raw";
import mousePointerClick from "../icons/mouse-pointer-click.svg?raw";
import parcel from "../icons/package.svg?raw";
import pill from "../icons/pill.svg?raw";
import plane from "../icons/plane.svg?raw";
import presentation from "../icons/presentation.svg?raw";
import ruler from "../icons/ruler.svg?raw";
import scale from "../icons/scale.svg?raw";
import school from "../icons/school.svg?raw";
import shieldCheck from "../icons/shield-check.svg?raw";
import ship from "../icons/ship.svg?raw";
import snowflake from "../icons/snowflake.svg?raw";
import stethoscope from "../icons/stethoscope.svg?raw";
import store from "../icons/store.svg?raw";
import tags from "../icons/tags.svg?raw";
import truck from "../icons/truck.svg?raw";
import umbrella from "../icons/umbrella.svg?raw";
import users from "../icons/users.svg?raw";
import utensils from "../icons/utensils.svg?raw";
import warehouse from "../icons/warehouse.svg?raw";
import wrench from "../icons/wrench.svg?raw";

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
