import { hiringColumns, type Industry } from "./types";

export const logisticsSupplyChain: Industry = {
  path: "/industries/logistics-supply-chain",
  drawing: "logistics-supply-chain",
  name: "Logistics & Supply Chain",
  headline: { title: "The people behind the promise", marked: "behind" },
  description:
    "Drivers, warehouse teams, planners and customs specialists with licences checked at the register. How logistics hires for peak season, and what it takes.",
  lead: "Planners, warehouse leaders and drivers who keep goods moving and promises kept.",
  tile: "Warehouse, transport, planning and customs roles across road, sea and air.",
  hireButton: "Hire Logistics Talent",
  statistics: [
    { value: "9,000+", label: "professionals placed with partners" },
    { value: "450+", label: "companies served with partners" },
    { value: "99%", label: "operational efficiency" },
    { value: "14 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "warehouse",
      title: "Warehouse & Distribution",
      description: "Site managers, inventory leads and equipment operators for sheds of any size.",
      count: "3,100+ placements",
    },
    {
      icon: "truck",
      title: "Transport & Fleet",
      description: "Dispatchers, fleet managers and licensed drivers with clean records.",
      count: "2,300+ placements",
    },
    {
      icon: "chart-line",
      title: "Planning & Procurement",
      description: "Demand planners, buyers and analysts who take stock out and keep service up.",
      count: "1,500+ placements",
    },
    {
      icon: "ship",
      title: "Freight & Customs",
      description: "Forwarders, customs brokers and documentation specialists for every trade lane.",
      count: "1,200+ placements",
    },
    {
      icon: "snowflake",
      title: "Cold Chain & Special Cargo",
      description: "People certified for pharma, food and dangerous goods, checked before they start.",
      count: "900+ placements",
    },
  ],
  hiring: {
    title: "How logistics hires",
    steps: [
      {
        title: "Plan the peak first",
        text: "Parcels double between October and December, and harvest, monsoon and port calendars add peaks of their own. We draw the weekly volume, turn it into heads by shift, and decide which of them are yours all year.",
      },
      {
        title: "Read the licence, not the card",
        text: "A driver's class and endorsements are looked up in the transport register; a forklift operator drives around your cones. For customs desks we ask who holds an F or a G card, since a broker's licence hangs on those names.",
      },
      {
        title: "Show the night",
        text: "Candidates visit the hub at two in the morning, with the noise and the cold. Some go home. Those who stay knew what they chose, and the bus from their own quarter does the rest.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Logistics roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["Sorter or loader", "within fifteen kilometres, in groups", "1 day", "5 days"],
      ["Heavy vehicle driver", "regional, road test", "2 days", "11 days"],
      ["Warehouse manager", "national", "2 days", "19 days"],
      ["Head of supply chain", "approached in confidence", "9 days", "40 days"],
    ],
    note: "What our hubs and desks measured in two years, as medians in calendar days from brief to yes. A head of supply chain is no 48-hour search. Medical, police check and induction take another week for people on shift.",
  },
  stories: [
    {
      company: "A parcel carrier with hubs in eleven Indian cities",
      challenge: "Night sorting lost four people in ten within the first month.",
      result: "Realistic previews and transport from home brought early leavers down to one in ten.",
      roles: ["Sorters", "Hub supervisors", "Dispatchers"],
    },
    {
      company: "A pharmaceutical distributor building a cold chain",
      challenge: "GDP-trained staff were scarce, and the licence depended on named people.",
      result: "34 trained specialists joined in seven weeks, and the audit passed at the first visit.",
      roles: ["Quality managers", "Cold-store operators", "Responsible persons"],
    },
    {
      company: "A furniture exporter shipping to Rotterdam and New Jersey",
      challenge: "Demurrage ate the margin because papers were late.",
      result: "A documentation team of six cut port days from nine to three.",
      roles: ["Customs brokers", "Export coordinators", "Freight analyst"],
    },
  ],
  specializations: [
    "Warehouse management",
    "WMS and ERP",
    "Inventory accuracy",
    "Route planning",
    "Fleet maintenance",
    "Last-mile delivery",
    "Demand planning",
    "S&OP",
    "Strategic sourcing",
    "Freight forwarding",
    "Customs clearance",
    "Dangerous goods",
    "Cold chain",
    "Reverse logistics",
    "Cross-docking",
    "Port operations",
  ],
  reasons: [
    "Licences and medicals checked before anybody drives alone",
    "Ramp-ups of a hundred people on one timetable",
    "Recruiters near the hubs, not only near the head office",
    "Attendance tracked through the first ninety days",
  ],
  questions: [
    {
      question: "How many extra people should we hire for peak?",
      answer:
        "More than the roster says. In night sorting plan for fifteen in a hundred who miss the first week, and for ten more by the fourth. We keep that reserve inducted, so that a gap costs a phone call.",
    },
    {
      question: "Can drivers start while the record is checked?",
      answer:
        "Not on the road. The licence look-up takes minutes and the police record seven to ten days, so a driver can spend that time in induction, on routes as a second person, or in the yard.",
    },
    {
      question: "Where do you find people certified for dangerous goods?",
      answer:
        "Among those whose certificate runs out within the year at a place they want to leave; there are few others. Where there is nobody, we hire careful people and book the course, which takes about a week for road and longer for air.",
    },
  ],
  closing: {
    title: "Keep the chain fully linked",
    text: "Name the hub, the shift and the volume. We bring the people.",
    hire: "Post Logistics Role",
    consult: "Supply Chain Strategy",
  },
};
