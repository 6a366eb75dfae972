import { z } from "zod";
import { answerRecordSchema, jobSchema, listedJobSchema, WORK } from "../job/schema";
