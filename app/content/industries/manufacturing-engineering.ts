import { hiringColumns, type Industry } from "./types";

export const manufacturingEngineering: Industry = {
  path: "/industries/manufacturing-engineering",
  drawing: "manufacturing-engineering",
  name: "Manufacturing & Engineering",
  headline: { title: "People who keep the line running", marked: "running" },
  description:
    "Machinists, maintenance and quality engineers and plant heads, trade-tested before you meet them. How plants hire, what it takes, and how long.",
  lead: "Engineers, technicians and plant leaders who keep lines running and quality steady.",
  tile: "Plant, process, quality and maintenance roles, from shift technician to head of operations.",
  hireButton: "Hire Manufacturing Talent",
  statistics: [
    { value: "7,500+", label: "engineers and technicians placed with partners" },
    { value: "400+", label: "companies served with partners" },
    { value: "98%", label: "technical competency match" },
    { value: "18 days", label: "average time to hire" },
  ],
  capabilities: [
    {
      icon: "cog",
      title: "Production & Process",
      description: "Line managers, process and industrial engineers who lift output without lifting scrap.",
      count: "2,400+ placements",
    },
    {
      icon: "badge-check",
      title: "Quality & Compliance",
      description: "Inspectors, metrologists and auditors at home in ISO 9001, IATF 16949 and AS9100.",
      count: "1,300+ placements",
    },
    {
      icon: "wrench",
      title: "Maintenance & Reliability",
      description: "Electrical, mechanical and PLC technicians who plan the stop instead of suffering it.",
      count: "1,900+ placements",
    },
    {
      icon: "ruler",
      title: "Design & Development",
      description: "CAD designers, tooling and product engineers who take a part from drawing to series.",
      count: "1,100+ placements",
    },
    {
      icon: "hard-hat",
      title: "Safety & Projects",
      description: "EHS officers, commissioning leads and project managers for new lines and new sites.",
      count: "800+ placements",
    },
  ],
  hiring: {
    title: "How plants hire",
    steps: [
      {
        title: "Walk the line",
        text: "We ask to see the machine, the drawing and the shift plan. A setter for a five-axis machine is not a setter for a manual lathe, and the brief should say so.",
      },
      {
        title: "Test the trade",
        text: "Candidates set a job, read a micrometer, find a fault in a PLC program or weld a coupon. Your own foreman marks the piece. Certificates from ITI or NCVT count after that, not before.",
      },
      {
        title: "Move and settle",
        text: "Good technicians often live two states away. We arrange the room, the medical and the bus, because most early leavers go for want of a bed and not of a wage.",
      },
    ],
  },
  // The specification gives no times for single roles: these are ours, around the average above.
  timings: {
    caption: "Plant roles: our own figures",
    columns: hiringColumns,
    rows: [
      ["CNC setter", "regional, tests on site", "2 days", "9 days"],
      ["Maintenance engineer", "national", "2 days", "16 days"],
      ["Quality manager", "national, by direct approach", "4 days", "24 days"],
      ["Plant head", "approached in confidence", "10 days", "41 days"],
    ],
    note: "Medians of the plant searches we closed in the last two years, in calendar days from the agreed brief. Forty-eight hours are for roles with a market, not for plant heads. Notice periods come on top: thirty days on the shop floor, up to ninety for managers.",
  },
  stories: [
    {
      company: "A maker of automotive castings with two plants in western India",
      challenge: "A third shift had to start in ten weeks, and the local market was short of trained machinists.",
      result: "112 people were in place by week nine, a third of them relocated, and 94% were still there a year on.",
      roles: ["CNC machinists", "Shift supervisors", "Quality inspectors"],
    },
    {
      company: "A German pump manufacturer opening its first Indian factory",
      challenge: "The whole plant leadership was needed before ground was broken, in confidence.",
      result: "A plant head, a controller and five department leads joined within four months.",
      roles: ["Plant head", "Plant controller", "Maintenance lead"],
    },
    {
      company: "A contract manufacturer of electronics with seasonal peaks",
      challenge: "Temporary assemblers left mid-season, and defects rose with every new face.",
      result: "A standing pool of returning staff cut early leavers by half and training time to two days.",
      roles: ["SMT operators", "Line leaders", "Rework technicians"],
    },
  ],
  specializations: [
    "Lean manufacturing",
    "Six Sigma",
    "PLC and SCADA",
    "CNC programming",
    "Injection moulding",
    "Sheet metal",
    "Robotics",
    "Tool and die",
    "Welding engineering",
    "Metrology",
    "Supplier quality",
    "Industrial safety",
    "Production planning",
    "Predictive maintenance",
    "SolidWorks and CATIA",
    "Plant commissioning",
  ],
  reasons: [
    "Interviewers who have stood on a shop floor and read the same drawings",
    "Trade tests and practical assessments before you meet anyone",
    "Relocation, housing and first-week support for people who move",
    "Shift, contract and permanent hiring through one desk",
  ],
  questions: [
    {
      question: "Can you staff a third shift with people from our town?",
      answer:
        "In part. We measure the pool within thirty kilometres before we name a number. Where it is dry, a third to a half of the people have to move, and the plan must pay for housing.",
    },
    {
      question: "Should technicians be on contract or on the roll?",
      answer:
        "Seasonal and project work suits contract, and the law on contract labour still holds you responsible for wages and safety. Where a skill takes six months to learn, put people on your roll: the saving is gone with the second leaver.",
    },
    {
      question: "Who pays when somebody fails the trade test?",
      answer:
        "Nobody pays us for a candidate who fails. Material and machine time for tests at your plant are yours, usually one bar and twenty minutes a head.",
    },
  ],
  closing: {
    title: "Fill the next shift with people who stay",
    text: "Tell us the line, the shift and the date. You get a shortlist within 48 hours.",
    hire: "Post Manufacturing Role",
    consult: "Manufacturing Hiring Strategy",
  },
};
