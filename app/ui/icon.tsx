import type { IconName } from "~/lib/icon-names";
import badgeCheck from "lucide-static/icons/badge-check.svg?raw";
import bed from "lucide-static/icons/bed.svg?raw";
import bot from "lucide-static/icons/bot.svg?raw";
import briefcase from "lucide-static/icons/briefcase.svg?raw";
import building from "lucide-static/icons/building.svg?raw";
import calendar from "lucide-static/icons/calendar.svg?raw";
import chartLine from "lucide-static/icons/chart-line.svg?raw";
import chefHat from "lucide-static/icons/chef-hat.svg?raw";
import clock from "lucide-static/icons/clock.svg?raw";
import cloud from "lucide-static/icons/cloud.svg?raw";
import code from "lucide-static/icons/code.svg?raw";
import cog from "lucide-static/icons/cog.svg?raw";
import conciergeBell from "lucide-static/icons/concierge-bell.svg?raw";
import creditCard from "lucide-static/icons/credit-card.svg?raw";
import crown from "lucide-static/icons/crown.svg?raw";
import database from "lucide-static/icons/database.svg?raw";
import factory from "lucide-static/icons/factory.svg?raw";
import fileCheck from "lucide-static/icons/file-check.svg?raw";
import globe from "lucide-static/icons/globe.svg?raw";
import graduationCap from "lucide-static/icons/graduation-cap.svg?raw";
import handshake from "lucide-static/icons/handshake.svg?raw";
import hardHat from "lucide-static/icons/hard-hat.svg?raw";
import headphones from "lucide-static/icons/headphones.svg?raw";
import heartPulse from "lucide-static/icons/heart-pulse.svg?raw";
import hospital from "lucide-static/icons/hospital.svg?raw";
import landmark from "lucide-static/icons/landmark.svg?raw";
import layoutDashboard from "lucide-static/icons/layout-dashboard.svg?raw";
import mapPin from "lucide-static/icons/map-pin.svg?raw";
import microscope from "lucide-static/icons/microscope.svg?raw";
import monitorPlay from "lucide-static/icons/monitor-play.svg?raw";
import mousePointerClick from "lucide-static/icons/mouse-pointer-click.svg?raw";
import parcel from "lucide-static/icons/package.svg?raw";
import pill from "lucide-static/icons/pill.svg?raw";
import plane from "lucide-static/icons/plane.svg?raw";
import presentation from "lucide-static/icons/presentation.svg?raw";
import refreshCw from "lucide-static/icons/refresh-cw.svg?raw";
import ruler from "lucide-static/icons/ruler.svg?raw";
import scale from "lucide-static/icons/scale.svg?raw";
import school from "lucide-static/icons/school.svg?raw";
import search from "lucide-static/icons/search.svg?raw";
import shieldCheck from "lucide-static/icons/shield-check.svg?raw";
import ship from "lucide-static/icons/ship.svg?raw";
import shoppingBag from "lucide-static/icons/shopping-bag.svg?raw";
import snowflake from "lucide-static/icons/snowflake.svg?raw";
import sparkles from "lucide-static/icons/sparkles.svg?raw";
import stethoscope from "lucide-static/icons/stethoscope.svg?raw";
import store from "lucide-static/icons/store.svg?raw";
import tags from "lucide-static/icons/tags.svg?raw";
import target from "lucide-static/icons/target.svg?raw";
import timer from "lucide-static/icons/timer.svg?raw";
import trendingUp from "lucide-static/icons/trending-up.svg?raw";
import truck from "lucide-static/icons/truck.svg?raw";
import umbrella from "lucide-static/icons/umbrella.svg?raw";
import userCheck from "lucide-static/icons/user-check.svg?raw";
import users from "lucide-static/icons/users.svg?raw";
import utensils from "lucide-static/icons/utensils.svg?raw";
import video from "lucide-static/icons/video.svg?raw";
import warehouse from "lucide-static/icons/warehouse.svg?raw";
import wrench from "lucide-static/icons/wrench.svg?raw";

// Lucide's drawings, chosen at build time: only these reach the server's bundle, and a page carries only those it shows.
const SOURCES: Record<IconName, string> = {
  "badge-check": badgeCheck,
  bed,
  bot,
  briefcase,
  building,
  calendar,
  "chart-line": chartLine,
  "chef-hat": chefHat,
  clock,
  cloud,
  code,
  cog,
  "concierge-bell": conciergeBell,
  "credit-card": creditCard,
  crown,
  database,
  factory,
  "file-check": fileCheck,
  globe,
  "graduation-cap": graduationCap,
  handshake,
  "hard-hat": hardHat,
  headphones,
  "heart-pulse": heartPulse,
  hospital,
  landmark,
  "layout-dashboard": layoutDashboard,
  "map-pin": mapPin,
  microscope,
  "monitor-play": monitorPlay,
  "mouse-pointer-click": mousePointerClick,
  package: parcel,
  pill,
  plane,
  presentation,
  "refresh-cw": refreshCw,
  ruler,
  scale,
  school,
  search,
  "shield-check": shieldCheck,
  ship,
  "shopping-bag": shoppingBag,
  snowflake,
  sparkles,
  stethoscope,
  store,
  tags,
  target,
  timer,
  "trending-up": trendingUp,
  truck,
  umbrella,
  "user-check": userCheck,
  users,
  utensils,
  video,
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
