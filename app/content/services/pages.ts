import type { Service } from "./types";

/** The six static service pages in the order of the route table (§2). */
export const services: readonly Service[] = [
  {
    path: "/services/permanent-staffing",
    name: "Permanent Staffing",
    icon: "user-check",
    lead: "People who stay: found for the role, chosen for the team.",
    intro: [
      "A wrong permanent hire costs a year. We spend our effort before the offer: on a brief that says what the person will have done after six months, and on interviews that test for it.",
      "You see a few people, each with a written assessment, instead of a stack of CVs.",
    ],
    cardsTitle: "What you get",
    cards: [
      {
        icon: "search",
        title: "A search, not a keyword match",
        text: "We approach people who are not looking, beside those who are.",
        points: ["Named target companies", "Salary facts from the same market", "A weekly call on progress"],
      },
      {
        icon: "badge-check",
        title: "Assessment you can check",
        text: "Structured interviews, work samples and references, written down.",
        points: ["Score sheets shared", "Video answers on request", "Notice period and pay confirmed"],
      },
      {
        icon: "shield-check",
        title: "A guarantee",
        text: "If somebody leaves early, we search again at no cost.",
        points: ["Follow-up at 30, 60 and 90 days", "Counter-offer preparation", "Background checks included"],
      },
    ],
    stepsTitle: "From brief to first day",
    steps: [
      { title: "Brief", text: "One hour with the manager: results expected, must-haves, deal-breakers." },
      { title: "Search", text: "Our database, direct approach and AI-assisted screening, in parallel." },
      { title: "Shortlist", text: "Three to five people within 48 hours for common roles." },
      { title: "Interviews", text: "Scheduled, prepared and followed up by us." },
      { title: "Offer and joining", text: "Negotiation, resignation and the first ninety days accompanied." },
    ],
    questions: [
      {
        question: "How fast is the first shortlist?",
        answer: "Within 48 hours for most roles; rare skills take longer, and we say so at the brief.",
      },
      { question: "What if the person leaves?", answer: "Within the guarantee period we search again without a fee." },
      {
        question: "Do you hire outside India?",
        answer: "Yes: in Asia Pacific, Europe, North America and the Middle East.",
      },
    ],
    closing: {
      title: "Which role is open longest?",
      text: "Start with that one. You will know within two days whether we can help.",
    },
  },
  {
    path: "/services/executive-search",
    name: "Executive Search",
    icon: "crown",
    lead: "CXO, board and country leadership, approached in confidence.",
    intro: [
      "The person you want has a job, and a name to protect. We map the market by name, speak to a few people in confidence, and bring you those who would move for the right reason.",
      "A partner leads every search from the first call to the end of the first hundred days.",
    ],
    cardsTitle: "Positions we search for",
    cards: [
      {
        icon: "crown",
        title: "Chief officers",
        text: "CEO, CFO, COO, CTO, CHRO and CMO for founders, families and funds.",
        points: ["Succession planned quietly", "Interim cover while we search", "Compensation benchmarked"],
      },
      {
        icon: "building",
        title: "Boards and country heads",
        text: "Independent directors, managing directors and first employees in a new country.",
        points: ["Governance experience checked", "Local networks tested", "Cross-border packages"],
      },
      {
        icon: "target",
        title: "Function and plant heads",
        text: "Leaders of sales, operations, technology and sites.",
        points: ["Case interviews", "360 degree references", "Assessment centre on request"],
      },
    ],
    stepsTitle: "How a search runs",
    steps: [
      { title: "Mandate", text: "Board and sponsor agree on the problem this person is hired to solve." },
      { title: "Market map", text: "Every relevant organisation and the people who lead it, within two weeks." },
      { title: "Approach", text: "Confidential conversations; your name is given only with your leave." },
      { title: "Presentation", text: "Four to six people with motives, references and expectations." },
      { title: "Decision and landing", text: "Offer, notice, and a plan for the first hundred days." },
    ],
    questions: [
      { question: "Can the search stay secret?", answer: "Yes. We work under a code name until you decide otherwise." },
      { question: "How long does it take?", answer: "Eight to fourteen weeks from mandate to signature is usual." },
      { question: "How are fees paid?", answer: "In three parts: at mandate, at presentation and at signature." },
    ],
    closing: {
      title: "A chair that must not stay empty?",
      text: "Speak to a partner. The first conversation is free and confidential.",
    },
  },
  {
    path: "/services/mass-hiring",
    name: "Mass Hiring",
    icon: "factory",
    lead: "Hundreds of positions on one timetable, without lowering the bar.",
    intro: [
      "A new plant, a new contract, a season: suddenly you need people by the hundred, and your own team is built for ten a month.",
      "We put a hiring desk in place within a week, with sourcing, AI first interviews, verification and onboarding in one line.",
    ],
    cardsTitle: "Built for volume",
    cards: [
      {
        icon: "users",
        title: "Sourcing in parallel",
        text: "Campus, local drives, referrals and job boards, measured by joiners and not by CVs.",
        points: ["Drives in 60 cities", "Local languages", "Referral campaigns"],
      },
      {
        icon: "bot",
        title: "Interviews without a queue",
        text: "Our AI tool hears everybody the day they apply.",
        points: ["Unlimited at the same time", "Same questions, same scale", "Ranked every morning"],
      },
      {
        icon: "file-check",
        title: "Onboarding by batches",
        text: "Documents, verification and induction ready before the bus arrives.",
        points: ["Digital joining kit", "Background checks", "Attendance followed for 90 days"],
      },
    ],
    stepsTitle: "The first thirty days",
    steps: [
      { title: "Plan", text: "Numbers, locations, wages and dates turned into a weekly target." },
      { title: "Launch", text: "Desk, tools and campaigns running within seven days." },
      { title: "Assess", text: "AI interviews and trade tests; your supervisors see only the passed ones." },
      { title: "Join", text: "Batches with verified papers, on the day you named." },
      { title: "Keep", text: "Early leavers replaced from a standing reserve." },
    ],
    figures: {
      title: "One client, six months",
      items: [
        { value: "1,200+", label: "employees onboarded" },
        { value: "60 to 20 days", label: "hiring cycle" },
        { value: "50%", label: "lower cost of a hire" },
      ],
    },
    questions: [
      { question: "What is the smallest number?", answer: "Twenty people for one site, or fifty over several." },
      { question: "Do you work on our premises?", answer: "Yes. The desk can sit with your team, or run remotely." },
      { question: "Who employs the people?", answer: "You do, or we do on contract; both are common." },
    ],
    closing: {
      title: "How many, where, by when?",
      text: "Three answers are enough for a first plan, and it takes us a day.",
    },
  },
  {
    path: "/services/rpo-solutions",
    name: "Recruitment Process Outsourcing",
    icon: "refresh-cw",
    lead: "Your recruitment run by our team: complete, selective or for one project.",
    intro: [
      "Outsourcing recruitment does not mean giving it away. Our people work in your name, with your values and on your systems, and report against service levels you have set.",
      "Three models cover most situations, and you can move from one to another.",
    ],
    cardsTitle: "Three models",
    cards: [
      {
        icon: "globe",
        title: "Complete RPO",
        text: "The whole process for all roles, from workforce plan to first day.",
        points: ["One team, one budget", "Employer brand and career site", "Quarterly business review"],
      },
      {
        icon: "target",
        title: "Selective RPO",
        text: "One business unit, one location or one step, such as sourcing or screening.",
        points: ["Fits beside your own team", "Starts within three weeks", "Priced by hire or by month"],
      },
      {
        icon: "timer",
        title: "Project RPO",
        text: "A launch, a ramp-up or a backlog with a beginning and an end.",
        points: ["Fixed goal and fixed fee", "Team dissolved on time", "Knowledge handed back"],
      },
    ],
    stepsTitle: "From audit to steady state",
    steps: [
      { title: "Audit", text: "We measure what a hire costs you today, in money and in days." },
      { title: "Design", text: "Roles, service levels and tools agreed in writing." },
      { title: "Transition", text: "Open positions handed over without a gap." },
      { title: "Run", text: "Weekly figures, monthly review." },
      { title: "Improve", text: "One change a month, kept if the figures say so." },
    ],
    questions: [
      { question: "Do we keep control?", answer: "You decide on people and pay; we run the way there." },
      {
        question: "Which systems do you use?",
        answer: "Yours, if you have one. Otherwise we bring ours, and the data stays yours.",
      },
      {
        question: "What does it save?",
        answer: "Clients have halved the cost of a hire; your audit says what is possible for you.",
      },
    ],
    closing: {
      title: "Find out what a hire costs you",
      text: "The audit takes two weeks, and the report is yours either way.",
    },
  },
  {
    path: "/services/ai-interviews",
    name: "AI Video Interview Tool",
    icon: "bot",
    lead: "Structured first interviews for everyone who applies, around the clock.",
    intro: [
      "Most applicants never get to say a word. Our tool hears each of them: the same questions, in the same order, on the same scale, at the hour that suits them.",
      "Your recruiters start the day with a ranked list, and can watch any answer behind any score.",
    ],
    cardsTitle: "What it does",
    cards: [
      {
        icon: "timer",
        title: "Saves up to 70% of shortlisting time",
        text: "First rounds run by themselves, so that people meet people later and better prepared.",
        points: ["Unlimited interviews at once", "24/7, in every time zone", "No app to install"],
      },
      {
        icon: "sparkles",
        title: "Gives instant feedback",
        text: "On correctness, communication and confidence, with the passage it rests on.",
        points: ["Scores with reasons", "Transcript and recording", "Candidates get feedback too"],
      },
      {
        icon: "scale",
        title: "Reduces bias",
        text: "Name, accent and appearance do not enter the score, and every score can be questioned.",
        points: ["Fixed question sets", "Human review on request", "Regular fairness tests"],
      },
    ],
    stepsTitle: "Five steps",
    steps: [
      { title: "Define the role", text: "Choose skills and levels; the tool proposes questions, you approve them." },
      { title: "Invite", text: "Candidates get a link by e-mail or message, and choose their time." },
      { title: "Interview", text: "They answer on camera, with a trial question first." },
      { title: "Evaluate", text: "Answers are scored for correctness, communication and confidence." },
      { title: "Decide", text: "Your team reviews the ranked list and invites the best." },
    ],
    figures: {
      title: "In figures",
      items: [
        { value: "70%", label: "shortlisting time saved, at best" },
        { value: "Unlimited", label: "simultaneous interviews" },
        { value: "24/7", label: "global availability" },
      ],
    },
    questions: [
      { question: "Does a machine decide?", answer: "No. It sorts and explains; people decide." },
      {
        question: "What happens to the recordings?",
        answer: "They are deleted after the time you set, and at once when a candidate asks.",
      },
      { question: "Which languages are there?", answer: "English and Hindi today, and six more in trial." },
    ],
    closing: {
      title: "Take the interview yourself",
      text: "We prepare one for a role of yours, so that you feel what a candidate feels.",
    },
  },
  {
    path: "/services/background-verification",
    name: "Background Verification",
    icon: "shield-check",
    lead: "Identity, employment and education confirmed at the source, before and after joining.",
    intro: [
      "One false degree can cost a licence, and one missed record a customer. We confirm what a candidate says with those who know: employers, universities, registers and courts.",
      "Every check needs the candidate's consent, and every report says what was asked, of whom, and when.",
    ],
    cardsTitle: "The checks",
    cards: [
      {
        icon: "user-check",
        title: "Identity",
        text: "Documents, address and right to work.",
        points: ["1-2 days", "Government registers", "Address visited where needed"],
      },
      {
        icon: "briefcase",
        title: "Employment",
        text: "Positions, dates, conduct and reason for leaving.",
        points: ["3-5 days", "Written confirmation", "Gaps explained"],
      },
      {
        icon: "graduation-cap",
        title: "Education",
        text: "Degrees, marks and professional licences.",
        points: ["5-7 days", "Asked of the institution", "Forged papers reported"],
      },
      {
        icon: "scale",
        title: "Criminal record",
        text: "Court and police records as the law of the place allows.",
        points: ["7-10 days", "By district and country", "Only with consent"],
      },
      {
        icon: "file-check",
        title: "Extra checks",
        text: "Credit, directorships, social media, references and drug tests, where the role calls for them.",
        points: ["Chosen by role", "Proportionate and lawful", "Repeated after joining if agreed"],
      },
    ],
    stepsTitle: "How a check runs",
    steps: [
      { title: "Consent", text: "The candidate agrees online, check by check." },
      { title: "Documents", text: "Uploaded once, encrypted, seen only by the case worker." },
      { title: "Verification", text: "Each source asked directly; delays reported at once." },
      { title: "Report", text: "Green, amber or red for each check, with the evidence." },
    ],
    figures: {
      title: "Turnaround in working days",
      items: [
        { value: "1-2", label: "identity" },
        { value: "3-5", label: "employment" },
        { value: "5-7", label: "education" },
        { value: "7-10", label: "criminal record" },
      ],
    },
    questions: [
      {
        question: "Can checks be done before joining?",
        answer: "Yes, before and after; most clients do identity and education before, the rest in the first month.",
      },
      { question: "Do you check abroad?", answer: "Yes, through partners in 150 countries; times differ by country." },
      { question: "Who sees the report?", answer: "The people you name, and the candidate on request." },
    ],
    closing: {
      title: "Hire with your eyes open",
      text: "Send one case as a trial. You see the report before you sign anything.",
    },
  },
];
